import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import type { Receiver } from './receiver.js';
import type { Scene } from './scene.js';
import type { SupervisedProcess } from './supervised-process.js';
import { waitFor } from './wait-for.js';
import { writeInbound } from './writes.js';

export interface Round {
  readonly victim: string;
  /** From the kill until a new write was answered and its event had come. */
  readonly recoveryMs: number;
}

export interface KillOptions {
  readonly rounds: number;
  readonly random: () => number;
  readonly onRound: (number: number, round: Round) => void;
}

/** A worker that died takes its jobs along until its heartbeat is missed, and a database has to replay its log. */
const recoveryTimeoutMs = 60_000;

/** Kills one process after another with SIGKILL, at any moment, and each time waits until the service is back. */
export async function killInRounds(
  cluster: Cluster,
  { scene, receiver }: { scene: Scene; receiver: Receiver },
  { rounds, random, onRound }: KillOptions,
): Promise<readonly Round[]> {
  const names = [...processesOf(cluster).map(({ name }) => name), 'postgres'];
  const done: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    await delay(200 + random() * 1_500);
    const victim = names[Math.floor(random() * names.length)] ?? 'api';
    // It may still be on its way back from an earlier kill, and then a signal would reach nobody.
    await waitFor(
      `${victim} lives to be killed`,
      () => kill(cluster, victim) || undefined,
      recoveryTimeoutMs,
    );
    const killedAt = Date.now();
    await proveAlive(scene, receiver, 1_000_000 + number);
    const round = { victim, recoveryMs: Date.now() - killedAt };
    done.push(round);
    onRound(number + 1, round);
  }
  return done;
}

/** False, or an error, when it does not live. */
function kill(cluster: Cluster, victim: string): boolean {
  if (victim === 'postgres') return process.kill(cluster.postgres.pid, 'SIGKILL');
  const found = processesOf(cluster).find(({ name }) => name === victim);
  return found?.signal('SIGKILL') ?? false;
}

function processesOf({ api, workers }: Cluster): readonly SupervisedProcess[] {
  return [api, ...workers];
}

async function proveAlive(scene: Scene, receiver: Receiver, number: number): Promise<void> {
  const write = await waitFor(
    'a write is answered',
    () => writeInbound(scene, number).catch(() => undefined),
    recoveryTimeoutMs,
  );
  const isTold = () => receiver.told.has(write.tells) || undefined;
  await waitFor('its event is delivered', isTold, recoveryTimeoutMs);
}
