import type { Span } from '@parley/tracing';
import type pg from 'pg';
import { isAborted, RolledBackError } from './connections/rolled-back-error.js';
import { addedJobs, addsJobs } from './notify-workers.js';
import { type Sql, type Statement, sqlOn } from './sql.js';
import { traceInTransaction } from './traced-sql.js';

/** Sends a statement whose rows nobody reads. */
export type Send = (statement: Statement<unknown>, values: readonly unknown[]) => void;

/**
 * The statements of one transaction. The connection is pipelined: a statement is sent at once, behind those that have no
 * response yet, and PostgreSQL runs them in this order. So a statement whose rows nobody reads costs no round trip of
 * its own, nor do the beginning of the transaction and its end.
 */
export class TransactionStatements {
  readonly #client: pg.PoolClient;
  readonly #sqlOnClient: Sql;
  readonly #finishSpan: () => void;
  readonly #sent: Promise<void>[] = [];
  /** The values of statements that nobody awaits. */
  readonly #sentValues = new WeakSet<readonly unknown[]>();
  #failure: { readonly error: unknown } | undefined;
  /** The error of the first statement that failed, which the work may have hidden. */
  #firstError: unknown;
  #mayHaveAdded = false;

  constructor(client: pg.PoolClient, span: Span | undefined) {
    const { sql, finish } = traceInTransaction(this.#noteFailures(sqlOn(client)), span);
    this.#client = client;
    this.#sqlOnClient = sql;
    this.#finishSpan = finish;
  }

  /** Sends the text, which may contain several statements, without waiting. */
  begin(text: string): void {
    this.#keep(this.#writeTogether(() => this.#client.query(text)));
  }

  readonly sql: Sql = async (statement, values) => {
    this.#mayHaveAdded ||= addsJobs(statement);
    try {
      return await this.#writeTogether(() => this.#sqlOnClient(statement, values));
    } catch (error) {
      throw this.causeOf(error);
    }
  };

  /**
   * The error of the first statement that was sent and failed; default is the given one. Later statements only fail because
   * the transaction is aborted, or the connection is closed.
   */
  causeOf(error: unknown): unknown {
    return this.#failure === undefined ? error : this.#failure.error;
  }

  /** Does not wait. If the statement fails, the transaction fails with its error. */
  readonly send: Send = (statement, values) => {
    this.#mayHaveAdded ||= addsJobs(statement);
    refuseUnsendable(statement, values);
    this.#sentValues.add(values);
    this.#keep(this.#writeTogether(() => this.#sqlOnClient(statement, values)));
  };

  /** Waits for the statements that were sent, and fails if one of them has failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#sent);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Returns the number of added jobs, of which the workers are notified now; reading it needs no round trip of its own. */
  async commit(maxAddedJobs: number): Promise<number> {
    this.#finishSpan();
    const count = addedJobs.text.replace('$1', String(maxAddedJobs));
    const text = this.#mayHaveAdded ? `${count}; commit` : 'commit';
    // The driver returns one result for each statement if there are several, but its types have only one.
    const ending = this.#client.query(text) as Promise<CommitResult | CommitResult[]>;
    const [ended] = await Promise.allSettled([ending]);
    await this.settle();
    if (ended.status === 'rejected') throw isAborted(ended.reason) ? this.rolledBack() : ended.reason;
    const results = [ended.value].flat();
    if (results.at(-1)?.command !== 'COMMIT') throw this.rolledBack();
    return results[0]?.rows[0]?.added ?? 0;
  }

  /** The error of a transaction whose work has hidden the error of a statement. */
  rolledBack(): RolledBackError {
    return new RolledBackError(this.#firstError);
  }

  /** Like the first result of `commit`, for a transaction that somebody else commits. */
  async countAddedJobs(maxAddedJobs: number): Promise<number> {
    this.#finishSpan();
    const [jobs] = this.#mayHaveAdded ? await this.sql(addedJobs, [maxAddedJobs]) : [];
    return jobs?.added ?? 0;
  }

  /**
   * Notes the first statement that failed, and the first that was sent and failed. This is done below the spans: a span
   * takes some turns longer, in which the failure of a later statement would be noted first.
   */
  #noteFailures(sql: Sql): Sql {
    return (statement, values) => {
      const running = sql(statement, values);
      running.catch((error: unknown) => {
        if (!isAborted(error)) this.#firstError ??= error;
        if (this.#sentValues.has(values)) this.#failure ??= { error };
      });
      return running;
    };
  }

  #keep(sending: Promise<unknown>): void {
    const kept = sending.then(
      () => undefined,
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    this.#sent.push(kept);
  }

  /** What is sent until the end of this turn of the event loop is one write to the socket, which costs more than its bytes. */
  #writeTogether<Result>(write: () => Result): Result {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return write();
  }
}

/**
 * Refuses values that the driver would have to convert. If that failed, the statement would not be sent, and the transaction
 * would commit without it.
 */
function refuseUnsendable({ name }: Statement<unknown>, values: readonly unknown[]): void {
  if (!values.every(isSendable))
    throw new Error(`A value of the statement ${name} must be converted to text before it is sent.`);
}

function isSendable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isSendable);
  if (typeof value !== 'object') return typeof value !== 'symbol' && typeof value !== 'function';
  return value === null || value instanceof Date || value instanceof Uint8Array;
}

interface CommitResult extends pg.QueryResult {
  readonly rows: readonly { readonly added: number }[] & pg.QueryResult['rows'];
}
