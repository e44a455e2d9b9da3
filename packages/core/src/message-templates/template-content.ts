import type { ChannelType, MessageTemplateStatus } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { isVisibleFile } from '../files/is-visible-file.js';
import { resolveFileUrls } from '../files/resolve-file-urls.js';
import { isId } from '../ids.js';
import { findMalformed } from '../messages/content/render-template.js';
import { describeMalformed } from '../messages/content/unfilled-placeholders.js';
import { addIfNotUnique, otherThan, type UniqueValue } from '../resources/report-unique-violation.js';
import { given } from '../resources/update-changed.js';
import { formFor, lockingStatement, readingOnly } from '../sql/reading.js';
import type { PrismaTransaction, Transaction } from '../sql/transact.js';
import { requireScopes } from '../tenants/require-scopes.js';
import { isRefused, type ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';

/** The content of a template, as its author writes it. */
export interface TemplateContent {
  readonly name: string;
  readonly body: string;
  readonly channelType?: ChannelType | null;
  readonly language?: string | null;
  readonly mediaFileId?: string | null;
  /** The public URL of the file, instead of its id. */
  readonly mediaUrl?: string;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
  readonly status?: MessageTemplateStatus;
}

export const uniqueName: UniqueValue = {
  path: 'name',
  message: 'Another template of this kind of channel and language has this name',
};

/** Throws all validation errors of a template at once, and returns the file that it names. A new template has no id. */
export async function checkContent(
  transaction: PrismaTransaction,
  context: Context,
  { id, ...content }: Partial<TemplateContent> & { readonly id?: string },
): Promise<string | null | undefined> {
  requireScopes(context, content.mediaFileId || content.mediaUrl ? ['files:read'] : []);
  const errors = new ValidationErrors();
  const fileId = await gatherErrors(transaction, context, { content, id, errors });
  errors.throwIfAny();
  return fileId;
}

/** Returns the errors that `checkContent` would throw, without writing. */
export async function findTemplateErrors(
  context: Context,
  content: ValidPart<TemplateContent>,
  id?: string,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await gatherErrors(readingOnly(context), context, { content, id, errors });
  return errors.invalidParams;
}

interface ContentToCheck {
  readonly content: ValidPart<TemplateContent>;
  readonly id: string | undefined;
  readonly errors: ValidationErrors;
}

async function gatherErrors(
  transaction: PrismaTransaction,
  context: Context,
  { content, id, errors }: ContentToCheck,
): Promise<string | null | undefined> {
  checkBody(content, errors);
  const isNameKnown = (['name', 'channelType', 'language'] as const).every((key) => !isRefused(content, key));
  if (isNameKnown) addIfNotUnique(errors, uniqueName, await findOther(transaction, context, { content, id }));
  return lockMediaFile(transaction, context, { content, errors });
}

/** Finds another template that has the name which this one has after the change. Absent fields remain unchanged. */
async function findOther(
  { prisma }: PrismaTransaction,
  { tenantId }: Context,
  { content, id }: Pick<ContentToCheck, 'content' | 'id'>,
): Promise<object | null> {
  const { name, channelType, language } = content;
  const isGiven = [name, channelType, language].some((value) => value !== undefined);
  if (!isGiven || (id !== undefined && !isId(id))) return null;
  const names = { name: true, channelType: true, language: true } as const;
  const present =
    id === undefined
      ? null
      : await prisma.messageTemplate.findUnique({ where: { tenantId_id: { tenantId, id } }, select: names });
  const wanted = { channelType: null, language: null, ...present, ...given({ name, channelType, language }) };
  if (wanted.name === undefined) return null;
  const where = { ...wanted, name: wanted.name, tenantId, ...otherThan(id) };
  return prisma.messageTemplate.findFirst({ where, select: { id: true } });
}

/** A malformed placeholder is rejected when the template is written, because nothing could ever fill it. */
function checkBody({ body = '' }: ValidPart<TemplateContent>, errors: ValidationErrors): void {
  const malformed = findMalformed(body);
  if (malformed.length > 0) errors.add('body', 'invalid_string', describeMalformed(malformed));
}

/** Finds the file and prevents its deletion until the template is stored. */
async function lockMediaFile(
  transaction: Transaction,
  context: Context,
  { content, errors }: Pick<ContentToCheck, 'content' | 'errors'>,
): Promise<string | null | undefined> {
  const { mediaFileId, mediaUrl, publicUrl = '' } = content;
  if (mediaFileId && mediaUrl !== undefined) {
    errors.add('mediaUrl', 'unrecognized_keys', 'Not allowed with mediaFileId');
  }
  if (mediaUrl !== undefined) {
    const named = [{ path: 'mediaUrl', url: mediaUrl }];
    const found = await resolveFileUrls(transaction, context, { named, publicUrl, errors });
    return lockFile(transaction, context, { fileId: found.get(mediaUrl), path: 'mediaUrl', errors });
  }
  return lockFile(transaction, context, { fileId: mediaFileId, path: 'mediaFileId', errors });
}

async function lockFile(
  transaction: Transaction,
  { tenantId }: Context,
  { fileId, path, errors }: { fileId: string | null | undefined; path: string; errors: ValidationErrors },
): Promise<string | null | undefined> {
  if (!fileId) return fileId;
  const [file] = await transaction.sql(formFor(transaction, findFile), [tenantId, fileId]);
  if (file === undefined) errors.add(path, 'not_found', 'File not found');
  return file?.id;
}

const findFile = lockingStatement<{ id: string }>(
  'hold-media-file',
  (keyShare) =>
    `select id from files where tenant_id = $1::uuid and id = $2::uuid and ${isVisibleFile('files')} ${keyShare}`,
);
