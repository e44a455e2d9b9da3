import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.js';
import { readTells } from './tells.js';

export interface Receipt {
  readonly eventId: string;
  /** Of the body, which must be the same in every delivery of one event. */
  readonly hash: string;
}

/** A partner's endpoint that writes down everything and now and then fails, so that deliveries are repeated. */
export interface Receiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  /** All that the events have told so far. */
  readonly told: ReadonlySet<string>;
  stop(): Promise<void>;
}

const failsEvery = 50;

export async function startReceiver(): Promise<Receiver> {
  const receipts: Receipt[] = [];
  const told = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    try {
      const { receipt, tells } = await readReceipt(request);
      receipts.push(receipt);
      for (const sentence of tells) told.add(sentence);
      count += 1;
      response.writeHead(count % failsEvery === 0 ? 503 : 200).end();
    } catch {
      // A worker that was killed while it was sending.
      response.destroy();
    }
  });
  const { url, stop } = await listen(server);
  return { url, receipts, told, stop };
}

async function readReceipt(request: IncomingMessage): Promise<{ receipt: Receipt; tells: string[] }> {
  const body = await text(request);
  const { id, event, data } = JSON.parse(body);
  if (id !== request.headers['webhook-id']) throw new Error('The header names another event than the body.');
  const hash = createHash('sha256').update(body).digest('hex');
  return { receipt: { eventId: id, hash }, tells: readTells(event, data) };
}
