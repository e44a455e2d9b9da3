import { parentPort } from 'node:worker_threads';
import { type ParsingResult, parsePayload } from './parse-payload.js';
import type { ThreadMessage } from './send-payload.js';

let received: Uint8Array[] = [];

// The program of a thread, which parses one payload after the other. An unexpected error ends the thread.
parentPort?.on('message', async (message: ThreadMessage) => {
  if ('chunks' in message) {
    received.push(...message.chunks);
    return;
  }
  const chunks = received;
  received = [];
  const result = await parsePayload({ ...message, chunks });
  parentPort?.postMessage(result, buffersOf(result));
});

/**
 * The bytes of attachments are transferred and not copied. Small buffers share a pool of Node, which must not be
 * transferred.
 */
function buffersOf(result: ParsingResult): ArrayBuffer[] {
  if (!('items' in result)) return [];
  const contents = result.items.flatMap((item) =>
    item.kind === 'message' ? item.attachments.flatMap(({ content }) => content ?? []) : [],
  );
  const whole = contents.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  return [...new Set(whole.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}
