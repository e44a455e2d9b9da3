import { parentPort } from 'node:worker_threads';
import { type ParsingResult, type Payload, parsePayload } from './parse-payload.js';

// The program of a thread: parses one payload after the other. An error that nothing expects ends it.
parentPort?.on('message', async (payload: Payload) => {
  const result = await parsePayload(payload);
  parentPort?.postMessage(result, buffersOf(result));
});

/** The bytes of attachments are moved and not copied. Small ones share the pool of Node, which must stay here. */
function buffersOf(result: ParsingResult): ArrayBuffer[] {
  if (!('items' in result)) return [];
  const contents = result.items.flatMap((item) =>
    item.kind === 'message' ? item.attachments.flatMap(({ content }) => content ?? []) : [],
  );
  const whole = contents.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  return [...new Set(whole.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}
