import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { asObject } from '@parley/validation';
import { Agent, request } from 'undici';
import { messageOf } from '../errors/message-of.js';
import type { Delivery } from './delivery.js';

/** What the receiver did with a delivery. */
export interface Receipt {
  readonly delivery: Delivery;
  readonly elapsedMs: number;
  readonly status?: number;
  /** The beginning of the response. */
  readonly text?: string;
  readonly failure?: 'timeout' | 'refused' | 'closed';
  readonly message?: string;
}

export interface Sender {
  send(delivery: Delivery): Promise<Receipt>;
  close(): Promise<void>;
}

export function createSender(options: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}): Sender {
  // A connection for each delivery, so that a closed one is not mistaken for a failure of the next delivery.
  const dispatcher = new Agent({ pipelining: 0 });
  return {
    async send(delivery) {
      const startedAt = performance.now();
      const elapsed = () => Math.round(performance.now() - startedAt);
      try {
        const response = await request(options.url, {
          dispatcher,
          method: 'POST',
          headers: {
            ...options.headers,
            ...delivery.headers,
            'content-length': String(delivery.body.length),
          },
          body: delivery.parts ? Readable.from(inParts(delivery.parts)) : delivery.body,
          signal: AbortSignal.timeout(options.timeoutMs),
        });
        const text = excerpt(await response.body.text());
        return { delivery, elapsedMs: elapsed(), status: response.statusCode, text };
      } catch (error) {
        return { delivery, elapsedMs: elapsed(), ...describe(error) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function* inParts(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    yield part;
    // The next part is written in a later turn, so that it is a chunk of its own.
    await delay(20);
  }
}

function describe(error: unknown): Pick<Receipt, 'failure' | 'message'> {
  const { name, code } = asObject(error);
  const message = messageOf(error);
  if (name === 'TimeoutError') return { failure: 'timeout', message };
  const isUnreachable = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/;
  return { failure: isUnreachable.test(String(code)) ? 'refused' : 'closed', message };
}

const longestExcerpt = 120;

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line;
}
