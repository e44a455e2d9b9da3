import { type Context, pauseChannel, reserveSlots, type Transaction } from '@parley/core';

/** One second's worth may go at once; then the pace is even. */
const burstMs = 1_000;
/** So much is reserved at a time, so that the workers meet in the database ten times in a second and not for each message. */
const reservedMs = 100;
const maxChannels = 10_000;

export interface PacedChannel {
  readonly id: string;
  readonly messagesPerSecond: number;
  /** Until when the provider wants to be left alone, or wanted to be. */
  readonly pausedUntil?: Date | null;
}

/** Gives each message of a channel a turn, so that all workers together send no faster than the channel may. */
export class ChannelPace {
  /** Turns that this process has reserved, the first first; none for channels that are at rest. */
  readonly #turns = new Map<string, number[]>();

  /** When the message may go: now or in the past at once, else then. The turn is taken in any case. */
  async takeTurn(transaction: Transaction, context: Context, channel: PacedChannel): Promise<Date> {
    const burstBegins = context.now().getTime() - burstMs;
    const notBefore = new Date(Math.max(burstBegins, channel.pausedUntil?.getTime() ?? burstBegins));
    const kept = this.#takeKept(channel.id, notBefore);
    if (kept !== undefined) return kept;
    const { id: channelId, messagesPerSecond } = channel;
    const count = Math.ceil((messagesPerSecond * reservedMs) / 1_000);
    const reserving = { channelId, count, messagesPerSecond, notBefore };
    const first = await reserveSlots(transaction, context, reserving);
    const others = Array.from({ length: count - 1 }, (_, index) => {
      return first.getTime() + ((index + 1) * 1_000) / messagesPerSecond;
    });
    this.#keep(channelId, others);
    return first;
  }

  /** The provider wants to be left alone until then. */
  async pause(context: Context, channelId: string, until: Date): Promise<void> {
    this.#turns.delete(channelId);
    await pauseChannel(context, { channelId, until });
  }

  #keep(channelId: string, turns: readonly number[]): void {
    if (turns.length === 0) return;
    // What is forgotten is lost, which slows a channel down for a moment.
    if (this.#turns.size >= maxChannels) this.#turns.clear();
    this.#turns.set(channelId, [...(this.#turns.get(channelId) ?? []), ...turns]);
  }

  #takeKept(channelId: string, notBefore: Date): Date | undefined {
    const turns = this.#turns.get(channelId) ?? [];
    let turn = turns.shift();
    while (turn !== undefined && turn < notBefore.getTime()) turn = turns.shift();
    if (turns.length === 0) this.#turns.delete(channelId);
    return turn === undefined ? undefined : new Date(turn);
  }
}
