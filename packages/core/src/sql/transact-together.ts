import { type Database, sharedDatabase } from '@parley/database';
import { createKeyedBatcher } from '../batcher.js';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { alone, shareTransaction } from './together-or-alone.js';
import { type Transaction, transact } from './transact.js';
import { lockNewKeys, storeResults } from './with-idempotency.js';

/** A write that locks one record before anything else. */
export interface SingleWrite<Result, Input = unknown> {
  readonly kind: string;
  readonly recordId: string;
  readonly work: (transaction: Transaction) => Promise<Result>;
  /** The same for several writes of the kind, in fewer statements. By default the work of each is sent together. */
  readonly shared?: SharedWrite<Result, Input>;
}

interface SharedWrite<Result, Input> {
  readonly input: Input;
  /** Gets the inputs of all, and returns a result for each, which is `alone` if nothing was written for it. */
  work(transaction: Transaction, inputs: readonly Input[]): Promise<readonly (Result | typeof alone)[]>;
}

interface Write extends SingleWrite<unknown> {
  readonly context: Context;
}

/** A larger transaction would lock the records for too long. */
const batch = { maxSize: 25 };

type Writer = (key: string, write: Write) => Promise<unknown>;

const writers = new WeakMap<Database, Writer>();

/**
 * Like `transact`, for a short write of one record. Writes of one kind and one tenant that arrive together, or while others run,
 * share a transaction. If it fails, each of them runs again in its own transaction, so no write fails because of another one.
 * A write whose idempotency key has been used, or that belongs to a trace, always has its own transaction.
 */
export function transactTogether<Result, Input>(
  context: Context,
  write: SingleWrite<Result, Input>,
): Promise<Result> {
  const { database, tenantId } = context;
  const isAlone = database.trace !== undefined || database.onlyReads;
  if (isAlone || !isId(write.recordId)) return transact(context, write.work);
  const recordId = write.recordId.toLowerCase();
  // The result is that of its own work.
  return writerOf(database)(`${write.kind} ${tenantId}`, { ...write, recordId, context }) as Promise<Result>;
}

function writerOf(database: Database): Writer {
  const shared = sharedDatabase(database);
  const known = writers.get(shared);
  if (known) return known;
  const running = new RunningWrites();
  const writer = createKeyedBatcher(
    (key, writes: readonly Write[]) => writeAll(writes, (write) => running.of(`${key} ${write.recordId}`)),
    batch,
  );
  writers.set(shared, writer);
  return writer;
}

/**
 * A second write of the same record has a transaction of its own, after the first one has ended, which can be one of an earlier
 * batch: a record that is locked for long takes one connection, however many writes of it arrive.
 */
async function writeAll(
  writes: readonly Write[],
  runningOf: (write: Write) => RunningWrite,
): Promise<unknown[]> {
  const firsts = firstOfEachRecord(writes.filter((write) => runningOf(write).last === undefined));
  const [first] = firsts;
  const written = first
    ? await shareTransaction(first.context, firsts, { together: runAll, alone: run })
    : [];
  const results = new Map(firsts.map((write, index) => [write, written[index]]));
  for (const [write, result] of results) runningOf(write).add(result);
  return writes.map((write) => {
    if (results.has(write)) return results.get(write);
    const running = runningOf(write);
    const runNext = () => run(write);
    const result = running.last?.then(runNext, runNext) ?? run(write);
    running.add(result);
    return result;
  });
}

interface RunningWrite {
  /** The last write of the record that has not ended; undefined when all have ended. */
  readonly last: Promise<unknown> | undefined;
  add(result: unknown): void;
}

/** The writes that have not ended when their batch ends. */
class RunningWrites {
  readonly #last = new Map<string, Promise<unknown>>();

  of(key: string): RunningWrite {
    const writes = this.#last;
    return {
      get last() {
        return writes.get(key);
      },
      add(result) {
        if (!(result instanceof Promise)) return;
        writes.set(key, result);
        const end = () => {
          if (writes.get(key) === result) writes.delete(key);
        };
        result.then(end, end);
      },
    };
  }
}

/** In the order of their ids, so that transactions of several processes do not wait for each other in a circle. */
function firstOfEachRecord(writes: readonly Write[]): Write[] {
  const firsts = new Map([...writes].reverse().map((write) => [write.recordId, write]));
  return [...firsts.values()].sort((one, other) => (one.recordId < other.recordId ? -1 : 1));
}

function run({ context, work }: Write): Promise<unknown> {
  return transact(context, work);
}

/** Stores each result under its idempotency key. A write whose key is not new runs alone, which decides about it. */
async function runAll(transaction: Transaction, writes: readonly Write[]): Promise<unknown[]> {
  const fresh = await lockNewKeys(transaction, writes);
  const written = await runFresh(transaction, fresh);
  const results = new Map(fresh.map((write, index) => [write, written[index]]));
  storeResults(
    transaction,
    [...results].filter(([, result]) => result !== alone),
  );
  return writes.map((write) => (results.has(write) ? results.get(write) : alone));
}

/** All statements have ended when the first failure is thrown. */
async function runFresh(transaction: Transaction, writes: readonly Write[]): Promise<readonly unknown[]> {
  const shared = writes.flatMap((write) => write.shared ?? []);
  const [first] = shared;
  if (first)
    return first.work(
      transaction,
      shared.map(({ input }) => input),
    );
  const each = writes.length > 1 ? inStep(transaction) : transaction;
  const outcomes = await Promise.allSettled(writes.map(({ work }) => work(each)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/**
 * Returns rows when every statement has been answered. So the writes that wait for them continue in one turn of the event loop, and
 * their next statements are one write to the socket, which costs more than a statement.
 */
function inStep({ sql, send }: Transaction): Transaction {
  let unanswered = 0;
  let answered: (() => void)[] = [];
  return {
    send,
    async sql(statement, values) {
      unanswered += 1;
      try {
        return await sql(statement, values);
      } finally {
        unanswered -= 1;
        await new Promise<void>((resolve) => {
          answered.push(resolve);
          if (unanswered > 0) return;
          for (const proceed of answered) proceed();
          answered = [];
        });
      }
    },
  };
}
