import type { Attachment } from 'postal-mime';

export function attachmentBytes({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(new Uint8Array(content));
}
