import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.js';

/** A provider of text messages that records the requests to send. */
export interface Provider {
  readonly url: string;
  /** How often each message was sent, by its id, its number and its text. */
  readonly sent: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startProvider(): Promise<Provider> {
  const sent = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request).catch(() => ''));
    const key = sendingOf({ id: readReference(form), to: form.get('To'), text: form.get('Body') });
    sent.set(key, (sent.get(key) ?? 0) + 1);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sid: `SM${randomBytes(16).toString('hex')}`, status: 'queued' }));
  });
  return { sent, ...(await listen(server)) };
}

/** A campaign that recurs sends the same text to the same number again; only the id distinguishes its messages. */
export function sendingOf({ id, to, text }: Record<'id' | 'to' | 'text', string | null>): string {
  return `${to} ${text} (${id})`;
}

/** The worker puts the id of the message into the URL for status reports. */
function readReference(form: URLSearchParams): string | null {
  const callback = form.get('StatusCallback');
  return callback === null ? null : new URL(callback).searchParams.get('reference');
}
