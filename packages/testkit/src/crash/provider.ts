import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.js';

/** A provider of text messages that writes down what it was asked to send. */
export interface Provider {
  readonly url: string;
  /** How often each number was sent each text. */
  readonly sent: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startProvider(): Promise<Provider> {
  const sent = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request).catch(() => ''));
    const key = sendingOf(form.get('To'), form.get('Body'));
    sent.set(key, (sent.get(key) ?? 0) + 1);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sid: `SM${randomBytes(16).toString('hex')}`, status: 'queued' }));
  });
  return { sent, ...(await listen(server)) };
}

export function sendingOf(to: string | null, text: string | null): string {
  return `${to} ${text}`;
}
