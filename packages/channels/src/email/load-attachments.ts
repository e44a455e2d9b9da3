import { Readable } from 'node:stream';
import type { ProviderCallOptions } from '../adapter/channel-adapter.js';
import type { OutboundAttachment } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { downloadFile } from '../http/download-file.js';
import { isWebUrl } from '../payload/attachment-type.js';

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
}

interface LoadingOptions extends ProviderCallOptions {
  /** Called when the bytes of an attachment can no longer be read while the mail is being sent. */
  readonly onUnreadable: (error: unknown) => void;
}

/** Loads the bytes of every attachment: stored files as a stream, and the others by downloads, one after the other. */
export async function loadAttachments(
  attachments: readonly OutboundAttachment[],
  options: LoadingOptions,
): Promise<MailAttachment[]> {
  const loaded: MailAttachment[] = [];
  for (const { name, type, contentType, url, readChunks } of attachments) {
    const content = readChunks
      ? Readable.from(reportErrors(readChunks(), options.onUnreadable), { objectMode: false })
      : await download(url, options);
    loaded.push({ filename: name ?? type, contentType, content });
  }
  return loaded;
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

async function download(url: string | null, options: ProviderCallOptions): Promise<Buffer> {
  if (url === null || !isWebUrl(url)) {
    throw cannotSend('attachment_without_content', 'The attachment has neither content nor a link to it.');
  }
  return (await downloadFile(url, {}, options)).content;
}
