import type pg from 'pg';

/**
 * Notes the tag with which PostgreSQL completes the last statement of a connection, for a transaction that a library
 * commits. The library does not return the tag of its `COMMIT`, which is `ROLLBACK` if a statement has failed. After a
 * `COMMIT` the tag stays: the library releases the connection, and the next transaction may begin before `stop`.
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

  /** Call it when the transaction has ended. */
  stop(): void {
    this.#connection.off('commandComplete', this.#note);
  }

  readonly #note = ({ text }: { readonly text: string }): void => {
    if (this.#last !== 'COMMIT') this.#last = text;
  };
}
