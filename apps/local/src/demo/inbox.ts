import type { Lifecycle } from '../start/lifecycle.js';
import { describeEvent, type ReceivedEvent } from './describe-event.js';
import type { ReceivedWebhook } from './start-receiver.js';
import type { StoryPrinter } from './story-printer.js';
import { waitUntil } from './wait-until.js';

export interface Inbox {
  /** Prints and stores an event. */
  take(webhook: ReceivedWebhook): void;
  readonly events: readonly ReceivedEvent[];
  /** The number of events with a wrong signature. */
  readonly forgedCount: number;
  /** Waits for this number of matching events since the start of the demo. */
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
      // The tests check every webhook against the contract.
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
