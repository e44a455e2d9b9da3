import { type ChannelType, type MessageTemplateStatus, type Sql, statement } from '@parley/database';
import { invalidParam } from '../domain-error.js';

/** What the author of a template decides. */
export interface TemplateContent {
  readonly name: string;
  readonly body: string;
  readonly channelType?: ChannelType | null;
  readonly language?: string | null;
  readonly mediaFileId?: string | null;
  readonly status?: MessageTemplateStatus;
}

export const takenName = {
  path: 'name',
  message: 'Another template of this kind of channel and language has this name',
};

/** Keeps the file from being deleted until the template that names it is stored. */
export async function holdMediaFile(
  sql: Sql,
  { tenantId, mediaFileId }: { tenantId: string; mediaFileId: string | null | undefined },
): Promise<void> {
  if (mediaFileId === undefined || mediaFileId === null) return;
  const [file] = await sql(hold, [tenantId, mediaFileId]);
  if (file === undefined) throw invalidParam('mediaFileId', 'not_found', 'There is no such file');
}

const hold = statement<{ id: string }>(
  'hold-media-file',
  'select id from files where tenant_id = $1::uuid and id = $2::uuid for key share',
);
