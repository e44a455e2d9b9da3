import { type Database, isDatabaseUnavailable } from '@parley/database';

type Connection = NonNullable<Parameters<Parameters<Database['pool']['connect']>[0]>[1]>;

/** Returns whether a worker may claim jobs on the server that it reaches with this connection. */
export type LookAtServer = (connection: Connection) => Promise<boolean>;

/**
 * Lets a worker claim jobs only from a server that it has looked at since it lost a server. While a worker runs, its server can be
 * replaced by one with an earlier state: a restored one, or a replica that lacks the last transactions.
 *
 * A connection belongs to one server, so each is looked at once. A pooler, however, can give a connection to another server; what
 * ends the looks then is a statement that fails, or the loss of the connection that listens for jobs.
 */
export class ClaimGate {
  #look: LookAtServer | undefined;
  #known = new WeakSet<Connection>();
  readonly #followed = new WeakSet<Connection>();

  /** Without a look, every claim is allowed. */
  guard(look: LookAtServer): void {
    this.#look = look;
  }

  async allows(connection: Connection): Promise<boolean> {
    const known = this.#known;
    if (this.#look === undefined || known.has(connection)) return true;
    if (!(await this.#look(connection))) return false;
    known.add(connection);
    // The server can have been lost during the look.
    return known === this.#known;
  }

  /** Called when a server may have been lost: the next claim looks again. */
  forget(): void {
    this.#known = new WeakSet();
  }

  /** Forgets the servers when this connection ends. */
  follow(connection: Connection): void {
    if (this.#followed.has(connection)) return;
    this.#followed.add(connection);
    connection.once('end', () => this.forget());
  }

  /** Forgets the servers if the work fails because the database is unavailable. */
  watch<Value>(work: Promise<Value>): Promise<Value> {
    return work.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) this.forget();
      throw error;
    });
  }
}
