import { type Context, pauseChannel, reserveSlots, type Transaction } from '@parley/core';

/** A channel may send the messages of one second at once; after that they are spaced evenly. */
const burstMs = 1_000;
/**
 * Slots are reserved for this long at a time, so that a worker queries the database ten times a second and not for each
 * message.
 */
const reservedMs = 100;
const maxChannels = 10_000;

export interface PacedChannel {
  readonly id: string;
  readonly messagesPerSecond: number;
  /** The end of the pause that the provider requested; it may be in the past. */
  readonly pausedUntil?: Date | null;
}

/** Assigns each message of a channel a slot in time, so that all workers together stay below the channel's rate limit. */
export class ChannelPace {
  /** The slots that this process has reserved, the earliest first; idle channels have none. */
  readonly #slots = new Map<string, number[]>();

  /**
   * Reserves a slot and returns its time; the message may be sent at once when that is in the past. A slot that the
   * caller does not use is lost.
   */
  async reserveSlot(transaction: Transaction, context: Context, channel: PacedChannel): Promise<Date> {
    const burstBegins = context.now().getTime() - burstMs;
    const notBefore = new Date(Math.max(burstBegins, channel.pausedUntil?.getTime() ?? burstBegins));
    const reserved = this.#nextReserved(channel.id, notBefore);
    if (reserved !== undefined) return reserved;
    const { id: channelId, messagesPerSecond } = channel;
    const count = Math.ceil((messagesPerSecond * reservedMs) / 1_000);
    const reservation = { channelId, count, messagesPerSecond, notBefore };
    const first = await reserveSlots(transaction, context, reservation);
    const others = Array.from({ length: count - 1 }, (_, index) => {
      return first.getTime() + ((index + 1) * 1_000) / messagesPerSecond;
    });
    this.#keep(channelId, others);
    return first;
  }

  /** Sends nothing on this channel until then, because the provider requested a pause. */
  async pause(context: Context, channelId: string, until: Date): Promise<void> {
    this.#slots.delete(channelId);
    await pauseChannel(context, { channelId, until });
  }

  #keep(channelId: string, slots: readonly number[]): void {
    if (slots.length === 0) return;
    // Slots that are dropped here are lost, which slows a channel down for a moment.
    if (this.#slots.size >= maxChannels) this.#slots.clear();
    this.#slots.set(channelId, [...(this.#slots.get(channelId) ?? []), ...slots]);
  }

  #nextReserved(channelId: string, notBefore: Date): Date | undefined {
    const slots = this.#slots.get(channelId) ?? [];
    let slot = slots.shift();
    while (slot !== undefined && slot < notBefore.getTime()) slot = slots.shift();
    if (slots.length === 0) this.#slots.delete(channelId);
    return slot === undefined ? undefined : new Date(slot);
  }
}
