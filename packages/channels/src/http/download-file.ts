import type { FetchedAttachment, ProviderCallOptions } from '../adapter/channel-adapter.js';
import { cannotSend } from '../adapter/send-error.js';
import { toContentType, UNKNOWN_CONTENT_TYPE } from '../payload/attachment-type.js';
import { callProvider, type ProviderAnswer } from './call-provider.js';
import { isSuccess, refusedAnswer } from './refused-response.js';

/** The size of the largest file that the service stores. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Downloads a file. Credentials stay with the origin they are for: a redirect elsewhere goes without them. */
export async function downloadFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: ProviderCallOptions,
): Promise<FetchedAttachment> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const sameOrigin = URL.canParse(target) && new URL(target).origin === new URL(url).origin;
    const answer = await callProvider(
      { method: 'GET', url: target, headers: sameOrigin ? headers : {}, maxAnswerBytes: MAX_FILE_BYTES },
      options,
    );
    const next = redirectTarget(answer, target);
    if (next === undefined) return fileOf(answer);
    target = next;
  }
  throw cannotSend('too_many_redirects', 'The attachment could not be downloaded: it redirects too often.');
}

function redirectTarget(answer: ProviderAnswer, from: string): string | undefined {
  const location = answer.header('location');
  if (answer.status < 300 || answer.status > 399 || location === undefined) return undefined;
  if (!URL.canParse(location, from)) return undefined;
  return new URL(location, from).href;
}

function fileOf(answer: ProviderAnswer): FetchedAttachment {
  if (!isSuccess(answer)) throw refusedAnswer(answer, undefined);
  if (answer.truncated) throw cannotSend('file_too_large', 'The attachment is larger than 16 MB.');
  const contentType = toContentType(answer.header('content-type'));
  return { content: answer.body, contentType: contentType === UNKNOWN_CONTENT_TYPE ? null : contentType };
}
