import { type ChannelType, type MessageTemplateStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { collectInvalidParams, DomainError, type InvalidParams, invalidParam } from '../domain-error.js';
import { Faults } from '../faults.js';
import { resolveFileUrls } from '../files/resolve-file-urls.js';
import { findMalformed } from '../messages/render-template.js';
import { describeMalformed } from '../messages/unfilled-placeholders.js';
import type { ColumnValues } from '../resources/write-record.js';
import type { Sound } from '../sound.js';
import type { Transaction } from '../sql/transact.js';

/** What the author of a template decides. */
export interface TemplateContent {
  readonly name: string;
  readonly body: string;
  readonly channelType?: ChannelType | null;
  readonly language?: string | null;
  readonly mediaFileId?: string | null;
  /** The public URL of the file, instead of its id. */
  readonly mediaUrl?: string;
  /** Where the service is reached; without it no URL of a file is known. */
  readonly publicUrl?: string;
  readonly status?: MessageTemplateStatus;
}

export function templateColumns(content: Partial<TemplateContent>): ColumnValues {
  return {
    name: content.name,
    body: content.body,
    channel_type: content.channelType,
    language: content.language,
    media_file_id: content.mediaFileId,
    status: content.status,
  };
}

export const takenName = {
  path: 'name',
  message: 'Another template of this kind of channel and language has this name',
};

/** Refuses what is wrong with a template, all errors at once, and returns the file that it names. */
export async function checkContent(
  transaction: Transaction,
  context: Context,
  content: Partial<TemplateContent>,
): Promise<string | null | undefined> {
  let fileId: string | null | undefined;
  const ofBody = await collectInvalidParams(() => refuseMalformed(content));
  const ofFile = await collectInvalidParams(async () => {
    fileId = await holdMediaFile(transaction, context, content);
  });
  const invalidParams = { ...ofBody, ...ofFile };
  if (Object.keys(invalidParams).length > 0) throw new DomainError('invalid_body_params', { invalidParams });
  return fileId;
}

/** The same errors, found without writing. */
export async function findTemplateErrors(
  context: Context,
  content: Sound<TemplateContent>,
): Promise<InvalidParams> {
  const ofBody = await collectInvalidParams(() => refuseMalformed(content));
  const ofFile = await collectInvalidParams(() => holdMediaFile(context.database, context, content));
  return { ...ofBody, ...ofFile };
}

/** A placeholder that nobody could ever fill is refused when it is written, and not when it is sent. */
function refuseMalformed({ body = '' }: Sound<TemplateContent>): void {
  const malformed = findMalformed(body);
  if (malformed.length > 0) throw invalidParam('body', 'invalid_string', describeMalformed(malformed));
}

/** Finds the file and keeps it from being deleted until the template that names it is stored. */
async function holdMediaFile(
  transaction: Transaction,
  context: Context,
  content: Sound<TemplateContent>,
): Promise<string | null | undefined> {
  const { mediaFileId, mediaUrl } = content;
  if (mediaFileId && mediaUrl !== undefined) {
    throw invalidParam('mediaUrl', 'unrecognized_keys', 'Not allowed with mediaFileId');
  }
  const fileId = mediaUrl === undefined ? mediaFileId : await findByUrl(transaction, context, content);
  if (fileId === undefined || fileId === null) return fileId;
  const [file] = await transaction.sql(hold, [context.tenantId, fileId]);
  const path = mediaUrl === undefined ? 'mediaFileId' : 'mediaUrl';
  if (file === undefined) throw invalidParam(path, 'not_found', 'File not found');
  return file.id;
}

async function findByUrl(
  transaction: Transaction,
  context: Context,
  { mediaUrl: url = '', publicUrl = '' }: Sound<TemplateContent>,
): Promise<string | undefined> {
  const faults = new Faults();
  const named = [{ path: 'mediaUrl', url }];
  const found = await resolveFileUrls(transaction, context, { named, publicUrl, faults });
  faults.refuseIfAny();
  return found.get(url);
}

const hold = statement<{ id: string }>(
  'hold-media-file',
  'select id from files where tenant_id = $1::uuid and id = $2::uuid for key share',
);
