import type { OutgoingHttpHeaders } from 'node:http';
import { type IngressChannel, limitReached } from '@parley/core';
import {
  type PartWindowStore,
  secondsToNextWindow,
  type WindowStore,
  windowStartOf,
} from './window-store.js';

export interface InboundLimiterOptions {
  /** Counts messages, reactions and reports about templates. */
  readonly messages: PartWindowStore;
  readonly statuses: WindowStore;
  readonly now: () => Date;
}

type LimitedChannel = Pick<IngressChannel, 'id' | 'tenantId' | 'limits'>;

export interface ReceivedItems {
  readonly messages: number;
  readonly statuses: number;
}

export interface LimitInbound {
  /** Counts the items that a channel receives; throws when the channel has used up its minute. */
  (channel: LimitedChannel, items: ReceivedItems, headers: OutgoingHttpHeaders): Promise<void>;
  /**
   * Throws when this process already knows that the channel has used up its minute, so that a body need not be parsed to
   * be refused.
   */
  refuseUsedUp(channel: LimitedChannel, headers: OutgoingHttpHeaders): void;
  /** Returns the messages in the current minute of the channel of the tenant that has received the most. */
  findUse(tenantId: string): number | Promise<number>;
}

/** Returns the messages in the current minute of the channel of the caller that has received the most. */
export type FindInboundUse = () => number | Promise<number>;

/**
 * Creates the limit of inbound messages and statuses. The items of one request are accepted or refused together, because
 * the provider sends all of them again. A request is accepted while there is room for one message: otherwise, a request
 * with more messages than the limit would never be accepted.
 */
export function createInboundLimiter({ messages, statuses, now }: InboundLimiterOptions): LimitInbound {
  const kinds = {
    messages: { store: messages, used: new UsedMinutes(), mostOf: messagesPerMinute },
    statuses: { store: statuses, used: new UsedMinutes(), mostOf: statusesPerMinute },
  };
  type Kind = (typeof kinds)[keyof typeof kinds];
  const limitInbound = async (
    channel: LimitedChannel,
    items: ReceivedItems,
    headers: OutgoingHttpHeaders,
  ) => {
    // Messages are not counted if the statuses beside them are refused, because then none of them is stored.
    if (items.statuses > 0) refuseUsedUp(kinds.statuses, channel, headers);
    await limit(kinds.messages, channel, { amount: items.messages, headers });
    await limit(kinds.statuses, channel, { amount: items.statuses, headers });
  };
  return Object.assign(limitInbound, {
    refuseUsedUp: refuseUsedUp.bind(null, kinds.messages),
    findUse: (tenantId: string) => messages.findLargest(tenantId, windowStartOf(now())),
  });

  async function limit(
    kind: Kind,
    channel: LimitedChannel,
    { amount, headers }: { readonly amount: number; readonly headers: OutgoingHttpHeaders },
  ): Promise<void> {
    if (amount === 0) return;
    refuseUsedUp(kind, channel, headers);
    const windowStart = windowStartOf(now());
    const before = (await kind.store.count([channel.tenantId, channel.id], windowStart, amount)) - amount;
    if (before < kind.mostOf(channel)) return;
    kind.used.record(channel.id, windowStart, before);
    refuse(channel, headers);
  }

  function refuseUsedUp({ used, mostOf }: Kind, channel: LimitedChannel, headers: OutgoingHttpHeaders): void {
    if (used.atLeast(channel.id, windowStartOf(now())) >= mostOf(channel)) refuse(channel, headers);
  }

  function refuse({ limits }: LimitedChannel, headers: OutgoingHttpHeaders): never {
    headers['Retry-After'] = secondsToNextWindow(windowStartOf(now()), now());
    throw limitReached('inboundMessagesPerMinute', limits.inboundMessagesPerMinute);
  }
}

function messagesPerMinute({ limits }: LimitedChannel): number {
  return limits.inboundMessagesPerMinute;
}

/**
 * A provider reports about three statuses for each message that was sent. A channel that may receive few messages may
 * still send many.
 */
function statusesPerMinute({ limits }: LimitedChannel): number {
  return Math.max(1_000, 10 * limits.inboundMessagesPerMinute);
}

/** Remembers the counts of channels over their limit, so that refusing a request needs no statement. */
class UsedMinutes {
  #windowStart = 0;
  readonly #counts = new Map<string, number>();

  atLeast(channelId: string, windowStart: number): number {
    return windowStart === this.#windowStart ? (this.#counts.get(channelId) ?? 0) : 0;
  }

  record(channelId: string, windowStart: number, count: number): void {
    if (windowStart !== this.#windowStart) this.#counts.clear();
    this.#windowStart = windowStart;
    this.#counts.set(channelId, count);
  }
}
