import { setTimeout as delay } from 'node:timers/promises';
import { createWebhook, newId, sendMessage } from '@parley/core';
import { percentile } from '../../measure/percentile.js';
import { contextOf } from '../../stage/context-of.js';
import { startReceiver } from '../../stage/start-receiver.js';
import type { Stage } from '../../stage/start-stage.js';
import { setChannel } from './set-channel.js';

/** The latencies of a small tenant, in milliseconds. */
export interface Felt {
  /** The time from the commit of a message to the event that reports it as sent. */
  readonly message: Percentiles;
  /** The time from that event to its arrival at the receiver. */
  readonly delivery: Percentiles;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

export interface Probe {
  /** Sends single messages at a steady rate and waits for the last one. */
  measure(samples: number): Promise<Felt>;
  stop(): Promise<void>;
}

const messagesPerSecond = 10;
const longestWaitMs = 120_000;

/** Creates a tenant that sends one message at a time, each to another chat, and subscribes to their events. */
export async function startProbe(stage: Stage): Promise<Probe> {
  const { tenantId, channelId, chatIds } = await stage.addTenant({ chats: 500, automations: 1 });
  await setChannel(stage, { tenantId, channelId }, { type: 'sms', provider: 'sandbox', settings: {} });
  const context = contextOf(stage, tenantId);
  const receiver = await startReceiver();
  await createWebhook(context, { url: receiver.url, events: [{ type: 'message.sent' }] });
  const arrivals = new Map<string, { sentAt: number; arrivedAt: number }>();
  receiver.onBody = (body) => {
    const arrivedAt = nowMs();
    const { createdAt, data } = JSON.parse(body);
    arrivals.set(data.id, { sentAt: Date.parse(createdAt), arrivedAt });
  };
  let made = 0;

  async function send(): Promise<readonly [id: string, at: number]> {
    const chatId = chatIds[made % chatIds.length] ?? newId();
    made += 1;
    const { id } = await sendMessage(context, {
      to: { chatId },
      text: 'Your parcel is on its way.',
      publicUrl: '',
    });
    return [id, nowMs()];
  }

  return {
    async measure(samples) {
      const commits: (readonly [id: string, at: number])[] = [];
      for (let sample = 0; sample < samples; sample += 1) {
        const turn = delay(1_000 / messagesPerSecond);
        commits.push(await send());
        await turn;
      }
      const deadline = nowMs() + longestWaitMs;
      while (commits.some(([id]) => !arrivals.has(id)) && nowMs() < deadline) await delay(20);
      // A delivery that has not arrived counts with the time that was waited for it.
      const missing = { sentAt: nowMs(), arrivedAt: nowMs() };
      const felt = commits.map(([id, at]) => ({ at, ...(arrivals.get(id) ?? missing) }));
      return {
        // The event has a resolution of milliseconds.
        message: summarize(felt.map(({ at, sentAt }) => Math.max(0, sentAt - at))),
        delivery: summarize(felt.map(({ sentAt, arrivedAt }) => Math.max(0, arrivedAt - sentAt))),
      };
    },
    stop: () => receiver.stop(),
  };
}

/** Returns the clock of the service, with fractions. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function summarize(values: readonly number[]): Percentiles {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}
