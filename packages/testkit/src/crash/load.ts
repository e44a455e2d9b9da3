import { setTimeout as delay } from 'node:timers/promises';
import type { Scene } from './scene.js';
import {
  type AcknowledgedWrite,
  WriteRefused,
  writeCampaign,
  writeInbound,
  writeLabel,
  writeStatus,
} from './writes.js';

export interface Load {
  readonly acknowledged: readonly AcknowledgedWrite[];
  /** Writes without a response, or with an error: it is unknown whether they were committed. */
  readonly unacknowledged: number;
  /** Responses that no client may ever get: neither a success nor a declared error. */
  readonly surprises: readonly string[];
  stop(): Promise<void>;
}

const writers = [
  { write: writeInbound, pauseMs: 10 },
  { write: writeLabel, pauseMs: 15 },
  { write: writeStatus, pauseMs: 15 },
  { write: writeCampaign, pauseMs: 500 },
] as const;

/** Without this pause, writers that retry permanently would take the CPU from the starting process. */
const pauseUnacknowledgedMs = 100;

/** The error statuses that a client may get while the service or its database is being killed. */
const expectedStatuses = [503];

/** Runs one loop for each kind of write until it is stopped. `slowness` multiplies the pauses between writes. */
export function startLoad(scene: Scene, { slowness = 1 }: { slowness?: number } = {}): Load {
  const acknowledged: AcknowledgedWrite[] = [];
  const surprises: string[] = [];
  const state = { unacknowledged: 0, isStopping: false };
  const loops = writers.map(async ({ write, pauseMs }) => {
    for (let number = 0; !state.isStopping; number += 1) {
      let restMs = pauseMs * slowness;
      try {
        acknowledged.push(await write(scene, number));
      } catch (error) {
        state.unacknowledged += 1;
        restMs = pauseUnacknowledgedMs;
        if (error instanceof WriteRefused && !expectedStatuses.includes(error.status))
          surprises.push(error.message);
      }
      await delay(restMs);
    }
  });
  return {
    acknowledged,
    surprises,
    get unacknowledged() {
      return state.unacknowledged;
    },
    async stop() {
      state.isStopping = true;
      await Promise.all(loops);
    },
  };
}
