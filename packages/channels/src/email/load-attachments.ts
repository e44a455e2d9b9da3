import { Readable } from 'node:stream';
import type { ProviderCallOptions } from '../adapter/channel-adapter.js';
import type { OutboundAttachment } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { downloadFile } from '../http/download-file.js';
import { isWebUrl } from '../payload/attachment-type.js';

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Readable;
}

interface LoadingOptions extends ProviderCallOptions {
  /** Called when the bytes of an attachment cannot be read while the mail is being sent. */
  readonly onUnreadable: (error: unknown) => void;
}

/** Streams the bytes of every attachment into the mail, from the stored file or from the attachment's URL. */
export function loadAttachments(
  attachments: readonly OutboundAttachment[],
  options: LoadingOptions,
): MailAttachment[] {
  return attachments.map(({ name, type, contentType, url, readChunks }) => {
    const chunks = readChunks ? readChunks() : download(requireLink(url), options);
    const content = Readable.from(reportErrors(chunks, options.onUnreadable), { objectMode: false });
    return { filename: name ?? type, contentType, content };
  });
}

async function* reportErrors(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  onUnreadable: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    onUnreadable(error);
    throw error;
  }
}

function requireLink(url: string | null): string {
  if (url !== null && isWebUrl(url)) return url;
  throw cannotSend('attachment_without_content', 'The attachment has neither content nor a link to it.');
}

/** The download begins when the mail needs its bytes, so that no connection waits for the attachments before it. */
async function* download(url: string, options: ProviderCallOptions): AsyncGenerator<Buffer, void> {
  const { readChunks } = await downloadFile(url, {}, options);
  yield* readChunks();
}
