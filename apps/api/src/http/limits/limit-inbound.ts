import type { OutgoingHttpHeaders } from 'node:http';
import { type IngressChannel, limitReached } from '@parley/core';
import { secondsToNextWindow, type WindowStore, windowStartOf } from './window-store.js';

export interface InboundLimiterOptions {
  readonly store: WindowStore;
  readonly now: () => Date;
}

type LimitedChannel = Pick<IngressChannel, 'id' | 'tenantId' | 'limits'>;

export interface LimitInbound {
  /** Counts messages that a channel receives; throws when the channel has used up its minute. */
  (channel: LimitedChannel, messages: number, headers: OutgoingHttpHeaders): Promise<void>;
  /**
   * Throws when this process already knows that the channel has used up its minute, so that a body need not be parsed to
   * be refused.
   */
  refuseUsedUp(channel: LimitedChannel, headers: OutgoingHttpHeaders): void;
}

/**
 * Creates the limit of inbound messages. The messages of one request are accepted or refused together, because the
 * provider sends all of them again. A request is accepted while there is room for one message: otherwise, a request
 * with more messages than the limit would never be accepted.
 */
export function createInboundLimiter({ store, now }: InboundLimiterOptions): LimitInbound {
  const used = new UsedMinutes();
  const refuseUsedUp: LimitInbound['refuseUsedUp'] = (channel, headers) => {
    const isUsedUp =
      used.atLeast(channel.id, windowStartOf(now())) >= channel.limits.inboundMessagesPerMinute;
    if (isUsedUp) refuse(channel, headers);
  };
  const limitInbound = async (channel: LimitedChannel, messages: number, headers: OutgoingHttpHeaders) => {
    if (messages === 0) return;
    refuseUsedUp(channel, headers);
    const { id, tenantId, limits } = channel;
    const windowStart = windowStartOf(now());
    const before = (await store.count([tenantId, id], windowStart, messages)) - messages;
    if (before < limits.inboundMessagesPerMinute) return;
    used.record(id, windowStart, before);
    refuse(channel, headers);
  };
  return Object.assign(limitInbound, { refuseUsedUp });

  function refuse({ limits }: LimitedChannel, headers: OutgoingHttpHeaders): never {
    headers['Retry-After'] = secondsToNextWindow(windowStartOf(now()), now());
    throw limitReached('inboundMessagesPerMinute', limits.inboundMessagesPerMinute);
  }
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
