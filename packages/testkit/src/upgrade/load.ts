import { setTimeout as delay } from 'node:timers/promises';
import type { Scene } from '../crash/scene.js';
import {
  type AcknowledgedWrite,
  writeCampaign,
  writeInbound,
  writeLabel,
  writeStatus,
} from '../crash/writes.js';
import { readChat, searchChats, searchContacts, searchMessages } from './reads.js';

/** What clients saw during one step of the upgrade. */
export interface Phase {
  readonly name: string;
  requests: number;
  /** One line for each request without a response of success. */
  readonly failures: string[];
  readonly durationsMs: number[];
  endedAt?: number;
  readonly beganAt: number;
}

export interface RollingLoad {
  readonly acknowledged: readonly AcknowledgedWrite[];
  readonly phases: readonly Phase[];
  /** Counts what follows as another phase. */
  begin(name: string): void;
  stop(): Promise<void>;
}

type Request = (scene: Scene, number: number) => Promise<AcknowledgedWrite | undefined>;

const requests: Readonly<Record<string, { send: Request; pauseMs: number }>> = {
  inbound: { send: writeInbound, pauseMs: 40 },
  label: { send: writeLabel, pauseMs: 60 },
  status: { send: writeStatus, pauseMs: 60 },
  campaign: { send: writeCampaign, pauseMs: 2_000 },
  read: { send: readChat, pauseMs: 30 },
  'search contacts': { send: searchContacts, pauseMs: 150 },
  'search chats': { send: searchChats, pauseMs: 150 },
  'search messages': { send: searchMessages, pauseMs: 150 },
};

/** Runs one loop for each kind of request until it is stopped. No request is retried. */
export function startLoad(scene: Scene, firstPhase: string): RollingLoad {
  const acknowledged: AcknowledgedWrite[] = [];
  let phase = createPhase(firstPhase);
  const phases = [phase];
  let isStopping = false;
  const loops = Object.entries(requests).map(async ([kind, { send, pauseMs }]) => {
    for (let number = 0; !isStopping; number += 1) {
      const beganAt = performance.now();
      // A request counts for the phase in which it began.
      const counted = phase;
      counted.requests += 1;
      try {
        const write = await send(scene, number);
        if (write !== undefined) acknowledged.push(write);
      } catch (error) {
        counted.failures.push(`${kind}: ${describeError(error)}`);
      }
      counted.durationsMs.push(performance.now() - beganAt);
      await delay(pauseMs);
    }
  });
  return {
    acknowledged,
    phases,
    begin(name) {
      phase.endedAt = performance.now();
      phase = createPhase(name);
      phases.push(phase);
    },
    async stop() {
      isStopping = true;
      await Promise.all(loops);
      phase.endedAt = performance.now();
    },
  };
}

function createPhase(name: string): Phase {
  return { name, requests: 0, failures: [], durationsMs: [], beganAt: performance.now() };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
