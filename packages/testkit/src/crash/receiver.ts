import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.js';

export interface Receipt {
  readonly eventId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of the body, which must be the same in every delivery of one event. */
  readonly hash: string;
}

/** A partner's endpoint that writes down everything and now and then fails, so that deliveries are repeated. */
export interface Receiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  has(isIt: (receipt: Receipt) => boolean): boolean;
  stop(): Promise<void>;
}

const failsEvery = 50;

export async function startReceiver(): Promise<Receiver> {
  const receipts: Receipt[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    try {
      receipts.push(await readReceipt(request));
      count += 1;
      response.writeHead(count % failsEvery === 0 ? 503 : 200).end();
    } catch {
      // A worker that was killed while it was sending.
      response.destroy();
    }
  });
  const { url, stop } = await listen(server);
  return { url, receipts, has: (isIt) => receipts.some(isIt), stop };
}

async function readReceipt(request: IncomingMessage): Promise<Receipt> {
  const body = await text(request);
  const { id, event, data } = JSON.parse(body);
  if (id !== request.headers['webhook-id']) throw new Error('The header names another event than the body.');
  return { eventId: id, type: event, data, hash: createHash('sha256').update(body).digest('hex') };
}
