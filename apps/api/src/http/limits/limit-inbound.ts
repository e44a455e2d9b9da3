import type { OutgoingHttpHeaders } from 'node:http';
import { type IngressChannel, limitReached } from '@parley/core';
import { secondsToNextWindow, type WindowStore, windowStartOf } from './window-store.js';

export interface InboundLimiterOptions {
  readonly store: WindowStore;
  readonly now: () => Date;
}

type LimitedChannel = Pick<IngressChannel, 'id' | 'tenantId' | 'limits'>;

/** Counts messages that a channel receives; throws when the channel has used up its minute. */
export type LimitInbound = (
  channel: LimitedChannel,
  messages: number,
  headers: OutgoingHttpHeaders,
) => Promise<void>;

/**
 * Creates the limit of inbound messages. The messages of one request are accepted or refused together, because the
 * provider sends all of them again. A request is accepted while there is room for one message: otherwise, a request
 * with more messages than the limit would never be accepted.
 */
export function createInboundLimiter({ store, now }: InboundLimiterOptions): LimitInbound {
  const used = new UsedMinutes();
  return async ({ id, tenantId, limits }, messages, headers) => {
    if (messages === 0) return;
    const windowStart = windowStartOf(now());
    const limit = limits.inboundMessagesPerMinute;
    if (used.atLeast(id, windowStart) < limit) {
      const count = await store.count([tenantId, id], windowStart, messages);
      if (count - messages < limit) return;
      used.record(id, windowStart, count - messages);
    }
    headers['Retry-After'] = secondsToNextWindow(windowStart, now());
    throw limitReached('inboundMessagesPerMinute', limit);
  };
}

/** Remembers the counts of channels over their limit, so that refusing a request needs no statement. */
class UsedMinutes {
  #windowStart = 0;
  readonly #counts = new Map<string, number>();

  atLeast(channelId: string, windowStart: number): number {
    return windowStart === this.#windowStart ? (this.#counts.get(channelId) ?? 0) : 0;
  }

  record(channelId: string, windowStart: number, count: number): void {
    if (windowStart < this.#windowStart) return;
    if (windowStart > this.#windowStart) this.#counts.clear();
    this.#windowStart = windowStart;
    this.#counts.set(channelId, count);
  }
}
