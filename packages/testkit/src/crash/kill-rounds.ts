import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import type { PlannedKill, PlannedRound, VictimName } from './plan-rounds.js';
import type { Receiver } from './receiver.js';
import { recoveryTimeoutMs } from './recovery-timeout.js';
import type { Scene } from './scene.js';
import { findVictim, type Victim } from './victims.js';
import { waitFor } from './wait-for.js';
import { writeInbound } from './writes.js';

export interface Round {
  readonly recoveries: readonly Recovery[];
  /** The time from the last kill until a new write was acknowledged and its event had arrived. */
  readonly serviceMs: number;
}

export interface Recovery {
  readonly victim: VictimName;
  /** The time from the last kill of the process until its own successor was ready. */
  readonly recoveryMs: number;
  /** Whether it was killed again before its successor was ready. */
  readonly isKilledStarting: boolean;
}

export interface KillOptions {
  readonly plan: readonly PlannedRound[];
  /** The number of the inbound message of the first round; no two messages of a run have the same. */
  readonly firstMessage: number;
  readonly onRound: (number: number, round: Round) => void;
}

/** Kills with SIGKILL as planned. After each round it waits until every victim and the service have recovered. */
export async function killInRounds(
  cluster: Cluster,
  { scene, receiver }: { scene: Scene; receiver: Receiver },
  { plan, firstMessage, onRound }: KillOptions,
): Promise<readonly Round[]> {
  const done: Round[] = [];
  for (const [index, { pauseMs, kills }] of plan.entries()) {
    await delay(pauseMs);
    const killed = new Map<VictimName, Killed>();
    for (const kill of kills) {
      const victim = await findVictim(cluster, kill.victim);
      killed.set(kill.victim, await killOne(victim, kill, killed.get(kill.victim)));
    }
    const lastKillAt = Math.max(...[...killed.values()].map(({ at }) => at));
    const [recoveries, serviceMs] = await Promise.all([
      Promise.all([...killed].map(([name, one]) => waitForRecovery(name, one))),
      proveAlive(scene, receiver, firstMessage + index).then(() =>
        Math.round(performance.now() - lastKillAt),
      ),
    ]);
    const round = { recoveries, serviceMs };
    done.push(round);
    onRound(index + 1, round);
  }
  return done;
}

interface Killed {
  readonly victim: Victim;
  readonly pid: number;
  /** By the steady clock. */
  readonly at: number;
  readonly isKilledStarting: boolean;
}

/** The second kill of a victim in a round hits its successor as soon as that exists. */
async function killOne(victim: Victim, kill: PlannedKill, before: Killed | undefined): Promise<Killed> {
  const findProcess = async () => {
    const pid = await victim.pid();
    return pid === before?.pid ? undefined : pid;
  };
  const find = () => waitFor(`${kill.victim} runs again`, findProcess, recoveryTimeoutMs);
  if (before !== undefined) await find();
  await delay(kill.afterMs);
  const pid = await find();
  const isReady = kill.isWhileStarting && (await victim.isReady(pid).catch(() => false));
  process.kill(pid, 'SIGKILL');
  return { victim, pid, at: performance.now(), isKilledStarting: kill.isWhileStarting && !isReady };
}

async function waitForRecovery(
  name: VictimName,
  { victim, pid: killedPid, at, isKilledStarting }: Killed,
): Promise<Recovery> {
  await waitFor(
    `${name} is ready again`,
    async () => {
      const pid = await victim.pid();
      return (pid !== undefined && pid !== killedPid && (await victim.isReady(pid))) || undefined;
    },
    recoveryTimeoutMs,
  );
  return { victim: name, recoveryMs: Math.round(performance.now() - at), isKilledStarting };
}

async function proveAlive(scene: Scene, receiver: Receiver, number: number): Promise<void> {
  const write = await waitFor(
    'a write is acknowledged',
    () => writeInbound(scene, number).catch(() => undefined),
    recoveryTimeoutMs,
  );
  const isReported = () => receiver.reported.has(write.fact) || undefined;
  await waitFor('its event is delivered', isReported, recoveryTimeoutMs);
}
