import type { Event } from '@parley/client';
import type { Surroundings } from '../frame/command.js';
import { type Answer, forward, type Receiver } from './receiver.js';

export interface DeliverOptions extends Pick<Surroundings, 'pause'> {
  readonly receiver: Receiver;
  readonly maxAttempts: number;
  /** Ends the waits between attempts; an attempt itself is completed, so that its answer is recorded. */
  readonly signal: AbortSignal;
  readonly onFailure: (answer: Answer, next: { readonly inMs: number } | undefined) => void;
}

/** Posts an event until the receiver acknowledges it; undefined if it did not. The next events wait meanwhile. */
export async function deliver(
  event: Event,
  { receiver, maxAttempts, signal, pause, onFailure }: DeliverOptions,
): Promise<Answer | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await forward(event, receiver);
    if (answer.isAcknowledged) return answer;
    const inMs = Math.min(500 * 2 ** (attempt - 1), longestPauseMs);
    const isLast = attempt >= maxAttempts || signal.aborted;
    onFailure(answer, isLast ? undefined : { inMs });
    if (isLast) return undefined;
    await pause(inMs, signal);
    if (signal.aborted) return undefined;
  }
}

const longestPauseMs = 30_000;
