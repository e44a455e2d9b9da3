import type pg from 'pg';

/**
 * Notes the tag with which PostgreSQL completes the last statement of a connection, for a transaction that a library
 * commits. The library does not return the tag of its `COMMIT`, which is `ROLLBACK` if a statement has failed.
 */
export class CommitTag {
  readonly #connection: pg.Connection;
  #last: string | undefined;

  constructor({ connection }: pg.PoolClient) {
    this.#connection = connection;
    connection.on('commandComplete', this.#note);
  }

  get last(): string | undefined {
    return this.#last;
  }

  /** Call it when the transaction has ended, before the connection runs statements of others. */
  stop(): void {
    this.#connection.off('commandComplete', this.#note);
  }

  readonly #note = ({ text }: { readonly text: string }): void => {
    this.#last = text;
  };
}
