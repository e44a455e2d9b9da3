import { statement } from '@parley/database';
import { type ConfiguredChannel, configuredChannelJson } from '../channels/find-channel.js';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { transact } from '../sql/transact.js';
import { type AttachedFile, planFile, storeFiles } from './keep-attachments.js';
import { messageEventSql } from './message-event.js';
import type { StoredAttachment } from './message-record.js';

export interface AwaitedMedia {
  readonly channel: ConfiguredChannel;
  /** Those whose bytes are still at the provider. */
  readonly attachments: readonly StoredAttachment[];
}

export async function findAwaitedMedia(
  { database, tenantId }: Context,
  messageId: string,
): Promise<AwaitedMedia | undefined> {
  const [row] = await database.sql(findMessage, [tenantId, messageId]);
  if (row === undefined) return undefined;
  return { channel: row.channel, attachments: row.attachments.filter(isAwaited) };
}

export interface FetchedMedia {
  readonly messageId: string;
  /** By the provider's link. */
  readonly byUrl: ReadonlyMap<string, { readonly content: Buffer; readonly contentType: string | null }>;
  readonly publicUrl: string;
}

/** Stores fetched attachments as files, puts our links in the place of the provider's, and tells so once. */
export function keepFetchedMedia(context: Context, media: FetchedMedia): Promise<boolean> {
  const { tenantId, now } = context;
  const { messageId, byUrl, publicUrl } = media;
  return transact(context, async (transaction) => {
    const [row] = await transaction.sql(lockMessage, [tenantId, messageId]);
    const files: AttachedFile[] = [];
    const attachments = (row?.attachments ?? []).map((attachment) => {
      const fetched = isAwaited(attachment) ? byUrl.get(attachment.url) : undefined;
      if (fetched === undefined) return attachment;
      const contentType = fetched.contentType ?? attachment.contentType;
      const file = planFile({ ...factsOf(attachment), contentType }, fetched.content, publicUrl);
      files.push(file);
      return file.attachment;
    });
    if (files.length === 0) return false;
    await storeFiles(transaction, context, files);
    await transaction.sql(replace, [tenantId, now(), messageId, JSON.stringify(attachments)]);
    await transaction.sql(record, [tenantId, now(), newId(), messageId]);
    return true;
  });
}

function isAwaited({ needsCredentials }: StoredAttachment): boolean {
  return needsCredentials === true;
}

function factsOf({ type, name }: StoredAttachment): Pick<StoredAttachment, 'type' | 'name'> {
  return { type, name };
}

const findMessage = statement<{ channel: ConfiguredChannel; attachments: StoredAttachment[] }>(
  'find-awaited-media',
  `select ${configuredChannelJson('channel')} as channel, message.attachments
   from messages message
   join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid`,
);

const lockMessage = statement<{ attachments: StoredAttachment[] }>(
  'lock-awaited-media',
  `select attachments from messages where tenant_id = $1::uuid and id = $2::uuid for no key update`,
);

const replace = statement(
  'replace-attachments',
  `update messages set attachments = $4::jsonb, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

/** No event of v2: its status events tell of statuses only. */
const record = statement(
  'record-fetched-media',
  recordingSql(
    messageEventSql({
      eventId: '$3::uuid',
      messageId: '$4::uuid',
      type: 'message.updated',
      legacyType: 'none',
    }),
    'count(*)::int as "eventCount"',
  ),
);
