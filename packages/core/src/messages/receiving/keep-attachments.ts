import { createHash, randomBytes } from 'node:crypto';
import type { StoredAttachment } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { insertFile } from '../../files/insert-file.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import type { ReceivedAttachment } from './received-message.js';

/** The bytes of an attachment, to be stored as a file with a public link. */
export interface AttachedFile {
  readonly attachment: StoredAttachment & { readonly fileId: string };
  readonly token: string;
  readonly content: Buffer;
}

/** Creates a file and a link for each attachment that came with its bytes; the others keep the provider's link. */
export function planAttachments(
  attachments: readonly ReceivedAttachment[],
  publicUrl: string,
): { attachments: StoredAttachment[]; files: AttachedFile[] } {
  const files: AttachedFile[] = [];
  const planned = attachments.map((attachment): StoredAttachment => {
    const { type, name, contentType, size } = attachment;
    if (attachment.content === undefined) {
      const { url, needsCredentials } = attachment;
      return { type, url, name, contentType, size, ...(needsCredentials && { needsCredentials }) };
    }
    const file = planFile({ type, name, contentType }, attachment.content, publicUrl);
    files.push(file);
    return file.attachment;
  });
  return { attachments: planned, files };
}

export function planFile(
  facts: Pick<StoredAttachment, 'type' | 'name' | 'contentType'>,
  content: Buffer,
  publicUrl: string,
): AttachedFile {
  const token = randomBytes(32).toString('base64url');
  const url = `${publicUrl}/files/${token}`;
  return { attachment: { ...facts, url, size: content.length, fileId: newId() }, token, content };
}

export async function storeFiles(
  transaction: Transaction,
  context: Context,
  files: readonly AttachedFile[],
): Promise<void> {
  for (const { attachment, token, content } of files) {
    await insertFile(transaction, context, {
      id: attachment.fileId,
      name: attachment.name ?? attachment.type,
      contentType: attachment.contentType,
      checksum: createHash('sha256').update(content).digest('hex'),
      bytes: content,
      publicToken: token,
    });
  }
}
