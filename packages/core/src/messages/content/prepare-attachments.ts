import { randomBytes } from 'node:crypto';
import { statement } from '@parley/database';
import type { StoredAttachment } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { type FileReference, resolveFileUrls } from '../../files/resolve-file-urls.js';
import { isId } from '../../ids.js';
import { formFor, type TwoForms } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { ValidationErrors } from '../../validation-errors.js';

interface NamedFiles {
  /** An item that the schema rejected is undefined. */
  readonly references: readonly (FileReference | undefined)[];
  readonly publicUrl: string;
  readonly errors: ValidationErrors;
}

/**
 * Turns files of the tenant into attachments with public links, from which providers fetch them. Adds an error for each
 * file that does not exist.
 */
export async function prepareAttachments(
  transaction: Transaction,
  context: Context,
  { references, publicUrl, errors }: NamedFiles,
): Promise<StoredAttachment[]> {
  if (references.length === 0) return [];
  const fileIds = await findFileIds(transaction, context, { references, publicUrl, errors });
  const valid = [...new Set(fileIds.flatMap((id) => id?.toLowerCase() ?? []).filter(isId))];
  const tokens = valid.map(() => randomBytes(32).toString('base64url'));
  const files = await transaction.sql(formFor(transaction, publish), [context.tenantId, valid, tokens]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return fileIds.flatMap((fileId, index): StoredAttachment[] => {
    if (fileId === undefined) return [];
    const file = byId.get(fileId.toLowerCase());
    if (file === undefined) {
      errors.add(`attachments.${index}.fileId`, 'not_found', 'File not found');
      return [];
    }
    const { id, name, contentType, size, token } = file;
    return [
      {
        type: attachmentTypeOf(contentType),
        url: `${publicUrl}/files/${token}`,
        name,
        contentType,
        size,
        fileId: id,
      },
    ];
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

function attachmentTypeOf(contentType: string): StoredAttachment['type'] {
  const [kind] = contentType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

interface PublishedFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly token: string;
}

const wantedFiles = 'unnest($2::uuid[], $3::text[]) as wanted(id, token)';
const isWanted = 'file.tenant_id = $1::uuid and file.id = wanted.id';
const columns = 'file.id, file.name, file.content_type as "contentType", file.size';

/** A file that has a public link keeps it. */
const publish: TwoForms<PublishedFile> = {
  locking: statement(
    'publish-attached-files',
    `update files file set public_token = coalesce(file.public_token, wanted.token)
     from ${wantedFiles} where ${isWanted} returning ${columns}, file.public_token as token`,
  ),
  reading: statement(
    'find-attached-files',
    `select ${columns}, coalesce(file.public_token, wanted.token) as token
     from files file, ${wantedFiles} where ${isWanted}`,
  ),
};
