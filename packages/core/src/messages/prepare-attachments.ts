import { randomBytes } from 'node:crypto';
import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { Faults } from '../faults.js';
import { type FileReference, resolveFileUrls } from '../files/resolve-file-urls.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import type { StoredAttachment } from './message-record.js';

/** Turns files of the tenant into attachments with public links, by which providers fetch them. */
export async function prepareAttachments(
  transaction: Transaction,
  context: Context,
  { references, publicUrl }: { references: readonly FileReference[]; publicUrl: string },
): Promise<StoredAttachment[]> {
  if (references.length === 0) return [];
  const faults = new Faults();
  const fileIds = await findFileIds(transaction, context, { references, publicUrl, faults });
  const sound = [...new Set(fileIds.flatMap((id) => id?.toLowerCase() ?? []).filter(isId))];
  const tokens = sound.map(() => randomBytes(32).toString('base64url'));
  const files = await transaction.sql(publish, [context.tenantId, sound, tokens]);
  const byId = new Map(files.map((file) => [file.id, file]));
  const attachments = fileIds.flatMap((fileId, index): StoredAttachment[] => {
    if (fileId === undefined) return [];
    const file = byId.get(fileId.toLowerCase());
    if (file === undefined) {
      faults.add(`attachments.${index}.fileId`, 'not_found', 'File not found');
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
  faults.refuseIfAny();
  return attachments;
}

/** In the order of the references; undefined for a URL that leads to no file, which is among the faults. */
async function findFileIds(
  transaction: Transaction,
  context: Context,
  { references, ...options }: { references: readonly FileReference[]; publicUrl: string; faults: Faults },
): Promise<(string | undefined)[]> {
  const named = references.flatMap(({ url }, index) =>
    url === undefined ? [] : [{ path: `attachments.${index}.url`, url }],
  );
  const byUrl = await resolveFileUrls(transaction, context, { named, ...options });
  return references.map(({ fileId, url }) => (url === undefined ? (fileId ?? '') : byUrl.get(url)));
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

/** A file that has a public link keeps it. */
const publish = statement<PublishedFile>(
  'publish-attached-files',
  `update files file set public_token = coalesce(file.public_token, wanted.token)
   from unnest($2::uuid[], $3::text[]) as wanted(id, token)
   where file.tenant_id = $1::uuid and file.id = wanted.id
   returning file.id, file.name, file.content_type as "contentType", file.size, file.public_token as token`,
);
