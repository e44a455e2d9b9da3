import type { FetchedAttachment, ProviderCallOptions } from '../adapter/channel-adapter.js';
import { cannotSend } from '../adapter/send-error.js';
import { toContentType, UNKNOWN_CONTENT_TYPE } from '../payload/attachment-type.js';
import { callProvider, type ProviderResponse } from './call-provider.js';
import { isSuccess, refusedResponse } from './refused-response.js';

/** The size of the largest file that the service stores. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/**
 * Downloads a file. Credentials are sent only to their own origin: a redirect to another origin is followed without
 * them.
 */
export async function downloadFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: ProviderCallOptions,
): Promise<FetchedAttachment> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const sameOrigin = URL.canParse(target) && new URL(target).origin === new URL(url).origin;
    const response = await callProvider(
      { method: 'GET', url: target, headers: sameOrigin ? headers : {}, maxResponseBytes: MAX_FILE_BYTES },
      options,
    );
    const next = redirectTarget(response, target);
    if (next === undefined) return fileOf(response);
    target = next;
  }
  throw cannotSend('too_many_redirects', 'The attachment could not be downloaded: it redirects too often.');
}

function redirectTarget(response: ProviderResponse, from: string): string | undefined {
  const location = response.header('location');
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined;
  if (!URL.canParse(location, from)) return undefined;
  return new URL(location, from).href;
}

function fileOf(response: ProviderResponse): FetchedAttachment {
  if (!isSuccess(response)) throw refusedResponse(response, undefined);
  if (response.truncated) throw cannotSend('file_too_large', 'The attachment is larger than 16 MB.');
  const contentType = toContentType(response.header('content-type'));
  return { content: response.body, contentType: contentType === UNKNOWN_CONTENT_TYPE ? null : contentType };
}
