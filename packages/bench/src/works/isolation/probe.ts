import { setTimeout as delay } from 'node:timers/promises';
import { createWebhook, newId, sendMessage } from '@parley/core';
import { percentile } from '../../measure/percentile.js';
import { contextOf } from '../../stage/context-of.js';
import { startReceiver } from '../../stage/start-receiver.js';
import type { Stage } from '../../stage/start-stage.js';
import { setChannel } from './set-channel.js';
import { startProvider } from './start-provider.js';

/** The latencies of a small tenant, in milliseconds. */
export interface Felt {
  /** The time from the commit of a message to its arrival at the provider. */
  readonly message: Percentiles;
  /** The time from the response of the provider to the arrival of the event at the receiver. */
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
  const provider = await startProvider();
  await setChannel(stage, { tenantId, channelId }, provider.channel);
  const context = contextOf(stage, tenantId);
  const receiver = await startReceiver();
  await createWebhook(context, { url: receiver.url, events: [{ type: 'message.sent' }] });
  const arrivals = new Map<string, number>();
  receiver.onBody = (body) => {
    arrivals.set(JSON.parse(body).data.text, performance.now());
    return undefined;
  };
  let made = 0;

  /** Returns the text of the message, which is unique, and the time of its commit. */
  async function send(): Promise<readonly [text: string, at: number]> {
    const chatId = chatIds[made % chatIds.length] ?? newId();
    made += 1;
    const text = `Your parcel ${made} is on its way.`;
    await sendMessage(context, { to: { chatId }, text, publicUrl: '' });
    return [text, performance.now()];
  }

  return {
    async measure(samples) {
      const commits: (readonly [text: string, at: number])[] = [];
      for (let sample = 0; sample < samples; sample += 1) {
        const turn = delay(1_000 / messagesPerSecond);
        commits.push(await send());
        await turn;
      }
      const deadline = performance.now() + longestWaitMs;
      while (commits.some(([text]) => !arrivals.has(text)) && performance.now() < deadline) await delay(20);
      // What has not arrived counts with the time that was waited for it.
      const endMs = performance.now();
      const felt = commits.map(([text, at]) => {
        const sentAt = provider.arrivals.get(text) ?? endMs;
        return { message: sentAt - at, delivery: (arrivals.get(text) ?? endMs) - sentAt };
      });
      return {
        message: summarize(felt.map(({ message }) => message)),
        delivery: summarize(felt.map(({ delivery }) => delivery)),
      };
    },
    async stop() {
      await receiver.stop();
      await provider.stop();
    },
  };
}

function summarize(values: readonly number[]): Percentiles {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}
