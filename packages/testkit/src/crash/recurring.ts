import { setTimeout as delay } from 'node:timers/promises';
import { recoveryTimeoutMs } from './recovery-timeout.js';
import type { Scene } from './scene.js';
import { waitFor } from './wait-for.js';
import { post, WriteRefused } from './writes.js';

/** A recurring campaign, from the point of view of the client that started it. */
export interface RecurringCampaign {
  readonly id: string;
  readonly recipients: number;
  /** The minutes and seconds of every hour at which it is due. */
  readonly moments: ReadonlySet<string>;
  /** How many of these times passed while the campaign was active. */
  readonly passedMoments: number;
}

export interface Recurring {
  readonly campaigns: readonly RecurringCampaign[];
  /** Cancels the campaigns, which would recur forever. */
  stop(): Promise<void>;
}

/** Each moment needs a rule of its own, which names its minute and its second, and a campaign can have ten rules. */
const minutesPerCampaign = 4;
const momentsPerMinute = 2;
const secondsApart = 60 / momentsPerMinute;
/** The campaigns are due at different seconds, so that one campaign is due every other second. */
export const campaignsAtOnce = 15;
const recipients = 5;

/**
 * Keeps campaigns running that recur every half minute by RFC 5545 rules. The rules of a campaign cover four minutes of
 * each hour, so after four minutes other campaigns are started.
 */
export async function startRecurring(scene: Scene): Promise<Recurring> {
  const stopping = new AbortController();
  const started: Started[] = [];
  const startAll = async (minute: number) => {
    for (let slot = 0; slot < campaignsAtOnce; slot += 1) {
      started.push(await startOne(scene, { minute, slot, number: started.length }));
    }
  };
  let minute = minuteOf(Date.now());
  await startAll(minute);
  const renewing = (async () => {
    while (!stopping.signal.aborted) {
      minute += minutesPerCampaign;
      await delay(minute * 60_000 - Date.now(), undefined, { signal: stopping.signal });
      await startAll(minute);
    }
  })().catch((error) => {
    if (!stopping.signal.aborted) throw error;
  });
  // `stop` awaits this promise and sees its failure.
  renewing.catch(() => undefined);
  const stoppedAt: number[] = [];
  return {
    get campaigns() {
      return started.map((one) => describe(one, stoppedAt[0] ?? Date.now()));
    },
    async stop() {
      stopping.abort();
      await renewing;
      stoppedAt.push(Date.now());
      for (const { id } of started) await cancel(scene, id);
    },
  };
}

interface Started {
  readonly id: string;
  readonly startedAt: number;
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
}

interface Slot {
  readonly minute: number;
  readonly slot: number;
  readonly number: number;
}

async function startOne(scene: Scene, { minute, slot, number }: Slot): Promise<Started> {
  const minutes = Array.from({ length: minutesPerCampaign }, (_, index) => (minute + index) % 60);
  const seconds = Array.from({ length: momentsPerMinute }, (_, index) => index * secondsApart + slot * 2);
  const name = `recurring-${number}`;
  const { smsId: channelId, automationId } = scene;
  const body = {
    name,
    channelId,
    automationId,
    variables: { campaign: name },
    contacts: Array.from({ length: recipients }, (_, index) => ({
      phoneNumber: `+4918${String(number * recipients + index).padStart(8, '0')}`,
    })),
    recurrenceRules: minutes.flatMap((at) =>
      seconds.map((second) => `FREQ=HOURLY;BYMINUTE=${at};BYSECOND=${second}`),
    ),
  };
  // Both are retried until a response arrives: a second draft is harmless, and a second start is refused.
  const id = await waitFor(
    `${name} is created`,
    async () => String((await post(scene, '/v3/campaigns', body)).data.id),
    recoveryTimeoutMs,
  );
  await retryWrite(scene, `/v3/campaigns/${id}/start`);
  return { id, startedAt: Date.now(), minutes, seconds };
}

/** Retries until a response arrives. A 409 means that an earlier attempt, whose response was lost, has succeeded. */
function retryWrite(scene: Scene, path: string): Promise<true> {
  const attempt = () =>
    post(scene, path, undefined).then(
      () => true as const,
      (error) => {
        if (error instanceof WriteRefused && error.status === 409) return true as const;
        throw error;
      },
    );
  return waitFor(`${path} is acknowledged`, attempt, recoveryTimeoutMs);
}

function cancel(scene: Scene, id: string): Promise<true> {
  return retryWrite(scene, `/v3/campaigns/${id}/cancel`);
}

function describe({ id, startedAt, minutes, seconds }: Started, until: number): RecurringCampaign {
  const moments = new Set(minutes.flatMap((minute) => seconds.map((second) => momentOf(minute, second))));
  let passedMoments = 0;
  for (let at = Math.ceil(startedAt / 1_000) * 1_000; at < until; at += 1_000) {
    if (moments.has(momentOfDate(new Date(at)))) passedMoments += 1;
  }
  return { id, recipients, moments, passedMoments };
}

export function momentOfDate(date: Date): string {
  return momentOf(date.getUTCMinutes(), date.getUTCSeconds());
}

function momentOf(minute: number, second: number): string {
  return `${minute}:${second}`;
}

function minuteOf(at: number): number {
  return Math.floor(at / 60_000);
}
