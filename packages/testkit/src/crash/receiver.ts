import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { readFacts } from './event-facts.js';
import { listen } from './listen.js';

export interface Receipt {
  readonly eventId: string;
  /** The hash of the body, which must be the same in every delivery of one event. */
  readonly hash: string;
  /** Whether the receiver responded with 200. */
  readonly isAccepted: boolean;
  /** The time in milliseconds since 1970. */
  readonly receivedAt: number;
}

/** A partner's endpoint that records everything and sometimes fails, so that deliveries are retried. */
export interface Receiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  /** The facts that were reported so far, with the ids of the events that reported them. */
  readonly reported: ReadonlyMap<string, ReadonlySet<string>>;
  /** Makes the receiver accept everything from now on, so that a delivery that still does not arrive is stuck. */
  stopFailing(): void;
  stop(): Promise<void>;
}

const failsEvery = 50;

export async function startReceiver(): Promise<Receiver> {
  const receipts: Receipt[] = [];
  const reported = new Map<string, Set<string>>();
  let isFailing = true;
  const server = createServer(async (request, response) => {
    try {
      const { eventId, hash, facts } = await readDelivery(request);
      const isAccepted = !isFailing || (receipts.length + 1) % failsEvery !== 0;
      receipts.push({ eventId, hash, isAccepted, receivedAt: Date.now() });
      for (const fact of facts) reported.set(fact, (reported.get(fact) ?? new Set()).add(eventId));
      response.writeHead(isAccepted ? 200 : 503).end();
    } catch {
      // The worker was killed while it was sending.
      response.destroy();
    }
  });
  const stopFailing = () => {
    isFailing = false;
  };
  return { receipts, reported, stopFailing, ...(await listen(server)) };
}

interface ReadDelivery {
  readonly eventId: string;
  readonly hash: string;
  readonly facts: readonly string[];
}

async function readDelivery(request: IncomingMessage): Promise<ReadDelivery> {
  const body = await text(request);
  const { id, event, data } = JSON.parse(body);
  if (id !== request.headers['webhook-id']) throw new Error('The header names another event than the body.');
  const hash = createHash('sha256').update(body).digest('hex');
  return { eventId: id, hash, facts: readFacts(event, data) };
}
