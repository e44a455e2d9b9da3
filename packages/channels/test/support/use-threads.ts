import { fileURLToPath } from 'node:url';
import { afterEach } from '@jest/globals';
import { ParsingThreads, type ParsingThreadsOptions, type Payload } from '../../src/index.js';
import { emailChannel, jsonRequest, whatsappChannel } from './ingress-request.js';

const limits: ParsingThreadsOptions = { threads: 2, deadlineMs: 20_000, waitMs: 20_000, heapMb: 256 };

/** Returns a function that starts threads, which are closed after the test. */
export function useThreads() {
  const open: ParsingThreads[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((threads) => threads.close()));
  });
  return (changes: Partial<ParsingThreadsOptions> = {}): ParsingThreads => {
    const threads = new ParsingThreads({ ...limits, ...changes });
    open.push(threads);
    return threads;
  };
}

/** The program of a thread in which a payload of `blocking` ends on demand. */
export const program = fileURLToPath(new URL('./blocking-thread.mjs', import.meta.url));

export const blocking = (name: string) => mail({ subject: `blocking ${name}` });

function split(body: unknown): Pick<Payload, 'request' | 'chunks'> {
  const { rawBody, ...request } = jsonRequest(body);
  return { request, chunks: [rawBody] };
}

export function mail(body: unknown): Payload {
  const { type, settings } = emailChannel;
  return { provider: 'email', channel: { type, settings }, ...split(body) };
}

export function whatsapp(body: unknown): Payload {
  const { type, settings } = whatsappChannel;
  return { provider: 'whatsapp', channel: { type, settings }, ...split(body) };
}
