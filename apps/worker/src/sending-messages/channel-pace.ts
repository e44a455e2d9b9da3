/** One second's worth may go at once; then the pace is even. */
const burstMs = 1_000;
const maxChannels = 10_000;

/**
 * Gives each message of a channel a turn, so that this process sends no faster than the channel may. Several workers
 * keep the pace each for themselves: together they send up to their number times as fast.
 */
export class ChannelPace {
  readonly #nextTurns = new Map<string, number>();

  /** When the message may go: now or in the past at once, else then. The turn is taken in any case. */
  takeTurn(channelId: string, messagesPerSecond: number, now: Date): Date {
    const nowMs = now.getTime();
    const turn = Math.max(this.#nextTurns.get(channelId) ?? 0, nowMs - burstMs);
    this.#set(channelId, turn + 1_000 / messagesPerSecond, nowMs);
    return new Date(turn);
  }

  /** The provider wants to be left alone until then. */
  pause(channelId: string, until: Date): void {
    this.#nextTurns.set(channelId, Math.max(this.#nextTurns.get(channelId) ?? 0, until.getTime()));
  }

  #set(channelId: string, nextTurn: number, nowMs: number): void {
    this.#nextTurns.set(channelId, nextTurn);
    if (this.#nextTurns.size <= maxChannels) return;
    for (const [id, turn] of this.#nextTurns) if (turn < nowMs - burstMs) this.#nextTurns.delete(id);
  }
}
