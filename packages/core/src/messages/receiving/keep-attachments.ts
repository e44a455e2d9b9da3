import type { AttachmentFacts, AttachmentRecord, FileAttachment } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { hashInChunks } from '../../files/hash-in-chunks.js';
import { insertFile } from '../../files/insert-file.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import { requireRoomForBytes } from '../../tenants/require-room.js';
import type { ReceivedAttachment } from './received-message.js';

/** The bytes of an attachment, to be stored as a private file. */
export interface AttachedFile {
  readonly attachment: FileAttachment;
  readonly content: Buffer;
}

/** Creates a file for each attachment that came with its bytes; the others keep the provider's link. */
export function planAttachments(attachments: readonly ReceivedAttachment[]): {
  attachments: AttachmentRecord[];
  files: AttachedFile[];
} {
  const files: AttachedFile[] = [];
  const planned = attachments.map((attachment): AttachmentRecord => {
    const { type, name, contentType, size } = attachment;
    if (attachment.content === undefined) {
      const { url, needsCredentials } = attachment;
      return { type, url, name, contentType, size, ...(needsCredentials && { needsCredentials }) };
    }
    const file = planFile(attachment, attachment.content);
    files.push(file);
    return file.attachment;
  });
  return { attachments: planned, files };
}

export function planFile(
  { type, name, contentType }: Omit<AttachmentFacts, 'size'>,
  content: Buffer,
): AttachedFile {
  return { attachment: { type, name, contentType, size: content.length, fileId: newId() }, content };
}

/** Throws when the workspace has no room for the files. */
export async function storeFiles(
  transaction: Transaction,
  context: Context,
  files: readonly AttachedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  await requireRoomForBytes(transaction, context, bytes);
  for (const { attachment, content } of files) {
    await insertFile(transaction, context, {
      id: attachment.fileId,
      name: attachment.name ?? attachment.type,
      contentType: attachment.contentType,
      checksum: await hashInChunks(content),
      content,
    });
  }
}
