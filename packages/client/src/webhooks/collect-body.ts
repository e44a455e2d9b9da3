import { WebhookError } from './webhook-error.js';

/**
 * Reads a stream as text. A body that is too large is read to its end and discarded, because senders read the response
 * only afterwards.
 */
export async function collectBody(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  maxBytes = 1_048_576,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The request is not a stream of bytes.');
    size += chunk.length;
    text = size > maxBytes ? '' : text + decoder.decode(chunk, { stream: true });
  }
  if (size > maxBytes) throw new WebhookError('body_too_large', `The body has more than ${maxBytes} bytes.`);
  return text + decoder.decode();
}
