import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Payload } from './parse-payload.js';

/**
 * A thread first receives the body of a payload, in several messages, and then the other fields, with which it starts
 * to parse.
 */
export type ThreadMessage = { readonly chunks: readonly Uint8Array[] } | Omit<Payload, 'chunks'>;

const messageBytes = 1_048_576;

/**
 * Sends a payload to a thread. Bytes are copied, because a payload may need a second thread. Copying 16 MB at once
 * would block the event loop for 20 ms, so it yields after each megabyte. A thread that has ended ignores further
 * messages.
 */
export async function sendPayload(thread: Worker, { chunks, ...rest }: Payload): Promise<void> {
  let next: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    next.push(chunk);
    bytes += chunk.length;
    if (bytes < messageBytes) continue;
    post(thread, { chunks: next });
    await nextTurn();
    next = [];
    bytes = 0;
  }
  post(thread, { chunks: next });
  post(thread, rest);
}

function post(thread: Worker, message: ThreadMessage): void {
  thread.postMessage(message);
}
