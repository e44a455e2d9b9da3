import type { FetchedAttachment, ProviderCallOptions } from '../adapter/channel-adapter.js';
import { cannotSend } from '../adapter/send-error.js';
import { toContentType, UNKNOWN_CONTENT_TYPE } from '../payload/attachment-type.js';
import { type OpenResponse, openProvider } from './call-provider.js';
import { isSuccess, refusedResponse } from './refused-response.js';

/** The size of the largest file that the service stores. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/**
 * Opens the download of a file, whose bytes the caller then reads. Credentials are sent only to their own origin: a
 * redirect to another origin is followed without them.
 */
export async function downloadFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: ProviderCallOptions,
): Promise<FetchedAttachment> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const sameOrigin = URL.canParse(target) && new URL(target).origin === new URL(url).origin;
    const call = { method: 'GET', url: target, headers: sameOrigin ? headers : {} } as const;
    const response = await openProvider(call, options);
    const next = redirectTarget(response, target);
    if (next === undefined && isSuccess(response)) return fileOf(response);
    await response.discard();
    if (next === undefined) throw refusedResponse(response, undefined);
    target = next;
  }
  throw cannotSend('too_many_redirects', 'The attachment could not be downloaded: it redirects too often.');
}

function redirectTarget({ status, header }: OpenResponse, from: string): string | undefined {
  const location = header('location');
  if (status < 300 || status > 399 || location === undefined) return undefined;
  if (!URL.canParse(location, from)) return undefined;
  return new URL(location, from).href;
}

function fileOf(response: OpenResponse): FetchedAttachment {
  const contentType = toContentType(response.header('content-type'));
  return {
    contentType: contentType === UNKNOWN_CONTENT_TYPE ? null : contentType,
    readChunks: () => refuseTooLarge(response.readBody()),
  };
}

async function* refuseTooLarge(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw cannotSend('file_too_large', 'The attachment is larger than 16 MB.');
    yield chunk;
  }
}
