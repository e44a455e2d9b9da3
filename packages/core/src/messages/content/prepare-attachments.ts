import type { AttachmentFacts, FileAttachment } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { isVisibleFile } from '../../files/is-visible-file.js';
import { type FileReference, resolveFileUrls } from '../../files/resolve-file-urls.js';
import { isId } from '../../ids.js';
import { formFor, lockingStatement } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { ValidationErrors } from '../../validation-errors.js';

interface NamedFiles {
  /** An item that the schema rejected is undefined. */
  readonly references: readonly (FileReference | undefined)[];
  readonly publicUrl: string | undefined;
  readonly errors: ValidationErrors;
}

/** Turns files of the tenant into attachments. Adds an error for each file that does not exist. */
export async function prepareAttachments(
  transaction: Transaction,
  context: Context,
  { references, publicUrl, errors }: NamedFiles,
): Promise<FileAttachment[]> {
  if (references.length === 0) return [];
  const fileIds = await findFileIds(transaction, context, { references, publicUrl, errors });
  const valid = [...new Set(fileIds.flatMap((id) => id?.toLowerCase() ?? []).filter(isId))];
  const files = await transaction.sql(formFor(transaction, find), [context.tenantId, valid]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return fileIds.flatMap((fileId, index): FileAttachment[] => {
    if (fileId === undefined) return [];
    const file = byId.get(fileId.toLowerCase());
    if (file === undefined) {
      errors.add(`attachments.${index}.fileId`, 'not_found', 'File not found');
      return [];
    }
    const { id, name, contentType, size } = file;
    return [{ type: attachmentTypeOf(contentType), name, contentType, size, fileId: id }];
  });
}

/** Returns the ids in the order of the references. A URL that leads to no file is an error, and its id is undefined. */
async function findFileIds(
  transaction: Transaction,
  context: Context,
  { references, ...options }: NamedFiles,
): Promise<(string | undefined)[]> {
  const named = references.flatMap((reference, index) =>
    reference?.url === undefined ? [] : [{ path: `attachments.${index}.url`, url: reference.url }],
  );
  const byUrl = await resolveFileUrls(transaction, context, { named, ...options });
  return references.map((reference) => {
    if (reference === undefined) return undefined;
    const { fileId, url } = reference;
    return url === undefined ? (fileId ?? '') : byUrl.get(url);
  });
}

function attachmentTypeOf(contentType: string): AttachmentFacts['type'] {
  const [kind] = contentType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

interface FoundFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** The lock prevents maintenance from removing a file to which nothing has referred for a while. */
const find = lockingStatement<FoundFile>(
  'find-attached-files',
  (keyShare) => `select id, name, content_type as "contentType", size from files
   where tenant_id = $1::uuid and id = any ($2::uuid[]) and ${isVisibleFile('files')} order by id ${keyShare}`,
);
