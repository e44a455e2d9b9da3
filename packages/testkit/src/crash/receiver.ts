import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.js';
import { readTells } from './tells.js';

export interface Receipt {
  readonly eventId: string;
  /** Of the body, which must be the same in every delivery of one event. */
  readonly hash: string;
  /** The receiver responded with 200. */
  readonly isTaken: boolean;
}

/** A partner's endpoint that writes down everything and now and then fails, so that deliveries are repeated. */
export interface Receiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  /** All that was told so far, and by which events. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** From now on it takes everything, so that what is then not delivered is stuck. */
  stopFailing(): void;
  stop(): Promise<void>;
}

const failsEvery = 50;

export async function startReceiver(): Promise<Receiver> {
  const receipts: Receipt[] = [];
  const told = new Map<string, Set<string>>();
  let isFailing = true;
  const server = createServer(async (request, response) => {
    try {
      const { eventId, hash, tells } = await readDelivery(request);
      const isTaken = !isFailing || (receipts.length + 1) % failsEvery !== 0;
      receipts.push({ eventId, hash, isTaken });
      for (const sentence of tells) told.set(sentence, (told.get(sentence) ?? new Set()).add(eventId));
      response.writeHead(isTaken ? 200 : 503).end();
    } catch {
      // A worker that was killed while it was sending.
      response.destroy();
    }
  });
  const stopFailing = () => {
    isFailing = false;
  };
  return { receipts, told, stopFailing, ...(await listen(server)) };
}

interface ReadDelivery {
  readonly eventId: string;
  readonly hash: string;
  readonly tells: readonly string[];
}

async function readDelivery(request: IncomingMessage): Promise<ReadDelivery> {
  const body = await text(request);
  const { id, event, data } = JSON.parse(body);
  if (id !== request.headers['webhook-id']) throw new Error('The header names another event than the body.');
  const hash = createHash('sha256').update(body).digest('hex');
  return { eventId: id, hash, tells: readTells(event, data) };
}
