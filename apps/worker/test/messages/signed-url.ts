import { type Context, readFileByToken } from '@parley/core';

export const signedUrl = /https:\/\/parley\.example\/files\/([\w-]{116})/;

/** Returns the content behind the signed URL in the body of a request to a provider. */
export async function readSentFile(context: Context, body = ''): Promise<string> {
  const token = signedUrl.exec(decodeURIComponent(body))?.[1] ?? '';
  const { file } = await readFileByToken(context, token);
  const chunks: Buffer[] = [];
  for await (const chunk of file.readChunks()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
