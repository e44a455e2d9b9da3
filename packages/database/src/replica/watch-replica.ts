import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../sql.js';
import { readPrimaryPosition, readReplicaPosition } from './read-positions.js';
import { ReplayProgress } from './replay-progress.js';

export interface ReplicaProblem {
  readonly reason: 'unreachable' | 'not a replica of this database' | 'too far behind';
  readonly err?: unknown;
}

export interface WatchOptions {
  readonly primary: Sql;
  readonly replica: Sql;
  readonly maxLagMs: number;
  /**
   * How often the positions are read. After a write, the reads of the caller return to the replica only after the next
   * reading. Default is 250 ms.
   */
  readonly readEveryMs?: number;
  /** Called with the problem when the replica can no longer be used, and with undefined when it can. */
  readonly onChange: (problem: ReplicaProblem | undefined) => void;
}

export interface ReplicaWatch {
  /** Whether reads may use the replica. */
  isUsable(): boolean;
  hasReplayed(position: bigint): boolean;
  lagMs(): number;
  /** Reads use the primary until the replica has been read again. */
  lose(err: unknown): void;
  stop(): Promise<void>;
}

/** Reads the positions of a replica and its primary repeatedly. */
export function watchReplica(options: WatchOptions): ReplicaWatch {
  const { primary, replica, maxLagMs, readEveryMs = 250, onChange } = options;
  const progress = new ReplayProgress(performance.now());
  const stopping = new AbortController();
  let reported: string | undefined;
  let losses = 0;
  let known: string | undefined;

  const isUsable = () => progress.isKnown && progress.lagMs(performance.now()) <= maxLagMs;

  function report(problem: ReplicaProblem | undefined): void {
    const state = problem?.reason ?? 'usable';
    if (state === reported || stopping.signal.aborted) return;
    reported = state;
    onChange(problem);
  }

  function lose(err: unknown): void {
    losses += 1;
    progress.forget();
    report({ reason: 'unreachable', err });
  }

  async function read(): Promise<void> {
    const [atMs, lossesBefore] = [performance.now(), losses];
    const { systemId, flushed, incarnation } = await readPrimaryPosition(primary);
    // A crash empties the table of the last writes. Behind a pooler, no connection is lost.
    if (incarnation !== known) progress.forget();
    known = incarnation;
    const found = await readReplicaPosition(replica);
    if (found.systemId !== systemId || found.replayed === null) {
      progress.forget();
      report({ reason: 'not a replica of this database' });
      return;
    }
    // The replica was lost during this reading, so the positions may not belong together; the next reading counts.
    if (losses > lossesBefore) return;
    progress.record({ atMs, flushed: BigInt(flushed), replayed: BigInt(found.replayed) });
    if (isUsable()) report(undefined);
    else if (progress.lagMs(performance.now()) > maxLagMs) report({ reason: 'too far behind' });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await read().catch(lose);
      await delay(readEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    isUsable,
    hasReplayed: (position) => progress.hasReplayed(position),
    lagMs: () => progress.lagMs(performance.now()),
    lose,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
