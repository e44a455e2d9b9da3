import type { ProviderCallOptions } from '../adapter/channel-adapter.js';
import type { OutboundAttachment } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { downloadFile } from '../http/download-file.js';
import { isWebUrl } from '../payload/attachment-type.js';

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The bytes of every attachment: those that came along, and downloads of the others. */
export function loadAttachments(
  attachments: readonly OutboundAttachment[],
  options: ProviderCallOptions,
): Promise<MailAttachment[]> {
  return Promise.all(
    attachments.map(async (attachment) => ({
      filename: attachment.name ?? attachment.type,
      contentType: attachment.contentType,
      content: attachment.content ?? (await download(attachment.url, options)),
    })),
  );
}

async function download(url: string | null, options: ProviderCallOptions): Promise<Buffer> {
  if (url === null || !isWebUrl(url)) {
    throw cannotSend('attachment_without_content', 'The attachment has neither content nor a link to it.');
  }
  return (await downloadFile(url, {}, options)).content;
}
