import type { FetchedAttachment } from '../../src/index.js';

/** Returns the bytes of a download as text, and its type. */
export async function readFetched(fetched: FetchedAttachment | undefined) {
  if (fetched === undefined) throw new Error('Nothing was fetched');
  const chunks: Buffer[] = [];
  for await (const chunk of fetched.readChunks()) chunks.push(chunk);
  return { content: Buffer.concat(chunks).toString(), contentType: fetched.contentType };
}
