import { statement } from '@parley/database';
import {
  type ConfiguredChannel,
  openChannel,
  type SealedChannel,
  sealedChannelJson,
} from '../../channels/find-channel.js';
import { type AttachmentRecord, isAwaited, type LinkedAttachment } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import type { CheckedContent, PlacedContent } from '../../files/stores/file-store.js';
import { withPlacedContent } from '../../files/with-placed-content.js';
import { type LimitedTenant, limitsOf } from '../../plans/limits-of.js';
import type { Limits } from '../../plans/plans.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { transact } from '../../sql/transact.js';
import { type MessageKeys, recordMessageEvents } from '../message-event.js';
import { type AttachedFile, planFile, storeFiles } from './keep-attachments.js';

export interface AwaitedMedia {
  readonly channel: ConfiguredChannel;
  /** The attachments whose bytes are still at the provider. */
  readonly attachments: readonly LinkedAttachment[];
  readonly receivedAt: Date;
  readonly limits: Limits;
  /** Whether the workspace can store further bytes. */
  readonly hasRoom: boolean;
}

export async function findAwaitedMedia(
  { database, tenantId }: Context,
  messageId: string,
): Promise<AwaitedMedia | undefined> {
  const [row] = await database.sql(findMessage, [tenantId, messageId]);
  if (row === undefined) return undefined;
  const { attachments, receivedAt, storedBytes } = row;
  const channel = await openChannel({ database, sql: database.sql }, row.channel);
  const limits = limitsOf(row);
  const hasRoom = storedBytes < limits.storedBytes;
  return { channel, attachments: attachments.filter(isAwaited), receivedAt, limits, hasRoom };
}

interface FetchedMedia {
  readonly messageId: string;
  /** The fetched bytes by the provider's link. */
  readonly byUrl: ReadonlyMap<string, FetchedContent>;
}

interface FetchedContent extends CheckedContent {
  readonly contentType: string | null;
}

/** Stores fetched attachments as files, replaces the provider's links by them, and records one event. */
export function keepFetchedMedia(context: Context, media: FetchedMedia): Promise<boolean> {
  return withPlacedContent(context, async (place) => {
    const byUrl = new Map<string, PlacedMedia>();
    for (const [url, file] of media.byUrl) byUrl.set(url, { ...file, content: await place(file) });
    return attach(context, media.messageId, byUrl);
  });
}

/**
 * Locks the chat before the message. An erasure locks the chats of the person first, so it either sees the new files, or it is
 * seen here.
 */
function attach(
  context: Context,
  messageId: string,
  byUrl: ReadonlyMap<string, PlacedMedia>,
): Promise<boolean> {
  const { tenantId, now } = context;
  return transact(context, async (transaction) => {
    await transaction.sql(lockChat, [tenantId, messageId]);
    const [row] = await transaction.sql(lockMessage, [tenantId, messageId]);
    if (row === undefined) return false;
    const { attachments: known, ...keys } = row;
    const files: AttachedFile[] = [];
    const attachments = known.map((attachment) => {
      const fetched = isAwaited(attachment) ? byUrl.get(attachment.url) : undefined;
      if (fetched === undefined) return attachment;
      const contentType = fetched.contentType ?? attachment.contentType;
      const file = planFile({ ...attachment, contentType }, fetched);
      files.push(file);
      return file.attachment;
    });
    if (files.length === 0) return false;
    await storeFiles(transaction, context, files);
    await transaction.sql(replace, [tenantId, now(), messageId, JSON.stringify(attachments)]);
    // There is no legacy event for this: legacy status events report statuses only.
    recordMessageEvents(transaction, context, [
      { messageId, keys, type: 'message.updated', legacyKind: null },
    ]);
    return true;
  });
}

interface PlacedMedia extends Omit<FetchedContent, 'content'> {
  readonly content: PlacedContent;
}

interface AwaitedRow extends LimitedTenant, Pick<AwaitedMedia, 'receivedAt'> {
  readonly channel: SealedChannel;
  readonly attachments: AttachmentRecord[];
  readonly storedBytes: number;
}

const findMessage = statement<AwaitedRow>(
  'find-awaited-media',
  `select ${sealedChannelJson('channel')} as channel, message.attachments,
     message.created_at as "receivedAt", tenant.plan, tenant.requests_per_minute as "requestsPerMinute",
     tenant.limit_overrides as "limitOverrides",
     (select coalesce(sum(bytes), 0)::float8 from stored_byte_changes where tenant_id = $1::uuid) as "storedBytes"
   from messages message
   join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
   join tenants tenant on tenant.id = message.tenant_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid`,
);

const lockChat = statement(
  'lock-chat-of-awaited-media',
  `select chat.id from messages message
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid
   for key share of chat`,
);

/** A statement of its own: the one that waited for the chat sees the erased records as they were before. */
const lockMessage = statement<MessageKeys & { attachments: AttachmentRecord[] }>(
  'lock-awaited-media',
  `select message.attachments, chat.id as "chatId", chat.channel_id as "channelId", channel.type as "channelType",
     chat.contact_id as "contactId", chat.handle_id as "handleId"
   from messages message
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid and ${isNotErased('chat.id')}
   for no key update of message`,
);

const replace = statement(
  'replace-attachments',
  `update messages set attachments = $4::jsonb, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
