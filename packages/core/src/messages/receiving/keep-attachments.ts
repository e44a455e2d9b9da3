import type { AttachmentFacts, AttachmentRecord, FileAttachment } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { hashInChunks } from '../../files/hash-in-chunks.js';
import { insertFile } from '../../files/insert-file.js';
import { type PlacedContent, sizeOf } from '../../files/stores/file-store.js';
import type { PlaceContent } from '../../files/with-placed-content.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import { requireRoomForBytes } from '../../tenants/require-room.js';
import type { LinkedAttachment, ReceivedAttachment } from './received-message.js';

/** An attachment whose bytes become a private file. */
export interface AttachedFile extends CheckedFile {
  readonly attachment: FileAttachment;
}

interface CheckedFile {
  readonly content: PlacedContent;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
}

export interface PlannedAttachments {
  readonly attachments: AttachmentRecord[];
  readonly files: AttachedFile[];
}

/**
 * Plans a file for each attachment that came with its bytes; the others keep the provider's link. The bytes are hashed
 * and placed here, before the transaction that stores the message.
 */
export async function planAttachments(
  place: PlaceContent,
  received: readonly ReceivedAttachment[],
): Promise<PlannedAttachments> {
  const files: AttachedFile[] = [];
  const attachments: AttachmentRecord[] = [];
  for (const attachment of received) {
    if (attachment.content === undefined) {
      attachments.push(recordOfLink(attachment));
      continue;
    }
    const { content } = attachment;
    const checksum = await hashInChunks(content);
    const placed = await place({ content, checksum });
    const file = planFile(attachment, { content: placed, checksum });
    files.push(file);
    attachments.push(file.attachment);
  }
  return { attachments, files };
}

export function recordOfLink({
  needsCredentials,
  type,
  url,
  name,
  contentType,
  size,
}: LinkedAttachment): AttachmentRecord {
  return { type, url, name, contentType, size, ...(needsCredentials && { needsCredentials }) };
}

export function planFile(
  { type, name, contentType }: Omit<AttachmentFacts, 'size'>,
  file: CheckedFile,
): AttachedFile {
  const facts = { type, name, contentType, size: sizeOf(file.content) };
  return { ...file, attachment: { ...facts, fileId: newId() } };
}

/** Throws when the workspace has no room for the files. */
export async function storeFiles(
  transaction: Transaction,
  context: Context,
  files: readonly AttachedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const bytes = files.reduce((sum, { content }) => sum + sizeOf(content), 0);
  await requireRoomForBytes(transaction, context, bytes);
  for (const { attachment, content, checksum } of files) {
    await insertFile(transaction, context, {
      id: attachment.fileId,
      name: attachment.name ?? attachment.type,
      contentType: attachment.contentType,
      checksum,
      content,
      isUsed: true,
    });
  }
}
