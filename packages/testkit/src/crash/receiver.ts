import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { readFacts } from './event-facts.js';
import { listen } from './listen.js';
import { pickValues } from './pick-values.js';

export interface Receipt {
  readonly eventId: string;
  /** The hash of the body, which must be the same in every delivery of one event by one release. */
  readonly hash: string;
  /** The hash of the values in the body, which a later release must not change either; see `pickValues`. */
  readonly hashOfValues: string;
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
      const { facts, ...delivery } = await readDelivery(request);
      const isAccepted = !isFailing || (receipts.length + 1) % failsEvery !== 0;
      receipts.push({ ...delivery, isAccepted, receivedAt: Date.now() });
      for (const fact of facts) reported.set(fact, (reported.get(fact) ?? new Set()).add(delivery.eventId));
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

interface ReadDelivery extends Pick<Receipt, 'eventId' | 'hash' | 'hashOfValues'> {
  readonly facts: readonly string[];
}

async function readDelivery(request: IncomingMessage): Promise<ReadDelivery> {
  const body = await text(request);
  const content = JSON.parse(body);
  const { id, event, data } = content;
  if (id !== request.headers['webhook-id']) throw new Error('The header names another event than the body.');
  const hashOfValues = hashOf(JSON.stringify(pickValues(content)));
  return { eventId: id, hash: hashOf(body), hashOfValues, facts: readFacts(event, data) };
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
