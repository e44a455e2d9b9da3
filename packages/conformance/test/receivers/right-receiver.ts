import { verify, WebhookError, type WebhookEvent } from '@parley/client/webhooks';
import { type Incoming, type Kept, type Receive, secret } from './receiver-server.js';

/** A receiver as the guide describes it, with the verification of the client. A defect replaces one of its parts. */
export function createReceive(defect: Partial<Parts> = {}): Receive {
  const parts: Parts = { ...rightParts, ...defect };
  return async (incoming, kept) => {
    let event: WebhookEvent;
    try {
      event = parts.open(incoming);
    } catch (error) {
      if (error instanceof WebhookError) return 401;
      throw error;
    }
    return parts.accept(event, kept);
  };
}

export interface Parts {
  /** Verifies a delivery and returns its event. */
  open(incoming: Incoming): WebhookEvent;
  /** Stores the event and returns the status. */
  accept(event: WebhookEvent, kept: Kept): Promise<number | 'hang' | 'close'>;
}

const rightParts: Parts = {
  open: ({ headers, body }) => verify(headers, body, secret),
  accept: async (event, kept) => {
    // Handling happens after the response, as it should.
    setImmediate(() => handle(event, kept));
    return 204;
  },
};

export function handle(event: WebhookEvent, kept: Kept): void {
  if (kept.handled.includes(event.id)) return;
  kept.handled.push(event.id);
  keepNewest(event, kept);
}

function keepNewest(event: WebhookEvent, kept: Kept): void {
  const { id } = event.data as { id?: string };
  if (id === undefined || event.createdAt <= (kept.times.get(id) ?? '')) return;
  kept.times.set(id, event.createdAt);
  kept.current = { ...kept.current, [id]: event.id };
}
