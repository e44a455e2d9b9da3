import { type ChannelType, type MessageTemplateStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { invalidParam } from '../domain-error.js';
import { findMalformed } from '../messages/render-template.js';
import { describeMalformed } from '../messages/unfilled-placeholders.js';
import type { ColumnValues } from '../resources/write-record.js';
import type { Transaction } from '../sql/transact.js';

/** What the author of a template decides. */
export interface TemplateContent {
  readonly name: string;
  readonly body: string;
  readonly channelType?: ChannelType | null;
  readonly language?: string | null;
  readonly mediaFileId?: string | null;
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

/** A placeholder that nobody could ever fill is refused when it is written, and not when it is sent. */
export function refuseMalformed({ body = '' }: Partial<TemplateContent>): void {
  const malformed = findMalformed(body);
  if (malformed.length > 0) throw invalidParam('body', 'invalid_string', describeMalformed(malformed));
}

/** Keeps the file from being deleted until the template that names it is stored. */
export async function holdMediaFile(
  { sql }: Transaction,
  { tenantId }: Context,
  { mediaFileId }: Partial<TemplateContent>,
): Promise<void> {
  if (mediaFileId === undefined || mediaFileId === null) return;
  const [file] = await sql(hold, [tenantId, mediaFileId]);
  if (file === undefined) throw invalidParam('mediaFileId', 'not_found', 'File not found');
}

const hold = statement<{ id: string }>(
  'hold-media-file',
  'select id from files where tenant_id = $1::uuid and id = $2::uuid for key share',
);
