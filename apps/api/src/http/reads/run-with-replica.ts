import { type Context, DomainError, type RecordedWrites } from '@parley/core';
import { inTrace, isConnectionLost, isDatabaseUnavailable, ofTenant, type Replica } from '@parley/database';
import type { Logger } from 'pino';
import type { Caller } from '../auth/caller.js';
import type { Operation } from '../contract/operation.js';
import type { CountRead } from './read-metrics.js';
import { kindOf } from './read-operations.js';

export interface ReplicaRunnerOptions {
  readonly replica: Replica;
  readonly writes: RecordedWrites;
  readonly logger: Logger;
  readonly countRead: CountRead;
}

interface Call {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly context: Context;
}

/** Runs the handler of an operation on the database that it may use. */
export type RunHandler = <Result>(
  call: Call,
  handle: (context: Context) => Promise<Result>,
) => Promise<Result>;

/** Without a replica, everything uses the primary. */
export const runOnPrimary: RunHandler = ({ context }, handle) => handle(context);

/**
 * Creates a function that runs each handler on the right server. Reads that may lag use the replica when it has
 * replayed the last write of their caller. A read that fails on the replica runs again on the primary, so the replica
 * causes no errors, and a record that it does not have yet is found.
 */
export function createReplicaRunner(options: ReplicaRunnerOptions): RunHandler {
  const { replica, writes, logger, countRead } = options;
  return async (call, handle) => {
    const { context } = call;
    switch (kindOf(call.operation)) {
      case 'write':
        return write(call, handle);
      case 'current':
        return handle(context);
      case 'may lag':
        return read(call, handle);
    }
  };

  /**
   * A write that failed is recorded too, because it may have had an effect, unless a rule refused it. If the database is
   * unavailable, its error does not wait for the recording, which may take as long as the write.
   */
  async function write<Result>(call: Call, handle: (context: Context) => Promise<Result>) {
    try {
      const result = await handle(call.context);
      await noteWrite(call);
      return result;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      const noted = noteWrite(call);
      if (!isDatabaseUnavailable(error)) await noted;
      throw error;
    }
  }

  async function read<Result>({ caller, context }: Call, handle: (context: Context) => Promise<Result>) {
    if (!replica.isUsable()) return onPrimary('replica_unusable');
    if (!(await hasReplayedWriteOf(caller))) return onPrimary('own_write');
    try {
      const database = inTrace(ofTenant(replica.database, context.tenantId), context.database.trace);
      const result = await handle({ ...context, database });
      countRead('replica', 'may_lag');
      return result;
    } catch (error) {
      if (isLimit(error)) throw error;
      if (isConnectionLost(error)) replica.lose(error);
      return onPrimary('failed_on_replica');
    }

    function onPrimary(reason: Parameters<CountRead>[1]): Promise<Result> {
      countRead('primary', reason);
      return handle(context);
    }
  }

  /**
   * Whether the replica has replayed the last write of the caller. Another process may have handled that write, so its
   * position is read from the primary. If the primary does not return it, the result is false.
   */
  async function hasReplayedWriteOf(caller: Caller): Promise<boolean> {
    const position = await writes.find(caller).catch(() => unknownPosition);
    return position === undefined || replica.hasReplayed(position);
  }

  /** Records a write before its response is sent, because the next request of the caller may reach another process. */
  async function noteWrite({ caller }: Call): Promise<void> {
    await writes
      .record(caller)
      .catch((err: unknown) =>
        logger.warn(
          { err },
          'the position of a write was not recorded; until the replica has replayed the write, its caller may not see it',
        ),
      );
  }
}

/** A position that no log reaches. */
const unknownPosition = 2n ** 63n;

/**
 * Whether a limit of searches refused the read. The same limits apply on the primary, and trying again there would
 * double the work of the most expensive searches.
 */
function isLimit(error: unknown): boolean {
  return error instanceof DomainError && limits.has(error.code);
}

const limits = new Set<string>(['search_too_expensive', 'concurrent_searches_limit_reached']);
