import type { Lifecycle } from '../start/lifecycle.js';
import { describeEvent, type ReceivedEvent } from './describe-event.js';
import type { ReceivedWebhook } from './start-receiver.js';
import type { StoryPrinter } from './story-printer.js';
import { waitUntil } from './wait-until.js';

export interface Inbox {
  /** Prints what has come, and keeps it. */
  take(webhook: ReceivedWebhook): void;
  readonly events: readonly ReceivedEvent[];
  /** How many were not signed as they should be. */
  readonly forgedCount: number;
  /** Waits for so many events like this since the story began. */
  untilReceived(count: number, isMeant: (event: ReceivedEvent) => boolean): Promise<void>;
}

export function createInbox({ lifecycle, printer }: { lifecycle: Lifecycle; printer: StoryPrinter }): Inbox {
  const events: ReceivedEvent[] = [];
  let forgedCount = 0;
  return {
    events,
    get forgedCount() {
      return forgedCount;
    },
    take({ version, isGenuine, body }) {
      // The contract says what a webhook brings, and the tests check every one of them against it.
      const event = JSON.parse(body) as ReceivedEvent;
      events.push(event);
      if (!isGenuine) forgedCount += 1;
      const who = `webhook ${version} ${isGenuine ? '✓' : '✗'}`;
      printer.line({ who, what: event.event, detail: describeEvent(event) });
    },
    untilReceived: (count, isMeant) =>
      waitUntil(lifecycle, async () => events.filter(isMeant).length >= count),
  };
}
