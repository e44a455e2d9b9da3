import { type ChannelType, statement } from '@parley/database';
import { triggerMatching } from '../automations/trigger-matching.js';
import { chatJson } from '../chats/chat-record.js';
import { contactJson } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { addJob } from '../jobs/add-job.js';
import { type Transaction, transact } from '../sql/transact.js';
import { adoptEcho } from './adopt-echo.js';
import { type ClaimedChat, claimChat } from './claim-chat.js';
import { planAttachments, storeFiles } from './keep-attachments.js';
import { messageEventSql } from './message-event.js';
import type { ReceivedMessage } from './received-message.js';
import { replyWindowEnd } from './reply-window.js';
import { storeMessage } from './store-message.js';

export interface MessageReception {
  readonly channelId: string;
  readonly item: ReceivedMessage;
  /** Where the service is reached, for the links to files that came along. */
  readonly publicUrl: string;
}

export interface ReceptionResult {
  readonly messageId: string;
  readonly chatId: string;
}

/**
 * Records what a contact wrote, or the business in the provider's own app, with the contact, the handle and the chat
 * it belongs to. Null when the message is known already.
 */
export function receiveMessage(
  context: Context,
  { channelId, item, publicUrl }: MessageReception,
): Promise<ReceptionResult | null> {
  return transact(context, async (transaction) => {
    const chat = await claimChat(transaction, context, { channelId, from: item.from });
    const { chatId } = chat;
    if (item.echo && (await adoptEcho(transaction, context, { chatId, item }))) return null;
    const { attachments, files } = planAttachments(item.attachments, publicUrl);
    const messageId = newId();
    const isNew = await storeMessage(transaction, context, {
      id: messageId,
      chatId,
      channelId,
      vendorId: item.externalId,
      ...sideOf(item, chat.channelType),
      type: item.type,
      subject: item.subject,
      text: item.text,
      attachments,
      timestamp: item.timestamp,
    });
    if (!isNew) return null;
    await storeFiles(transaction, context, files);
    await recordReception(transaction, context, { messageId, chat, isEcho: item.echo });
    if (attachments.some(({ needsCredentials }) => needsCredentials)) {
      await scheduleFetching(transaction, context, messageId);
    }
    if (!item.echo && !item.automated)
      await startAutomations(transaction, context, { channelId, chat, item });
    return { messageId, chatId };
  });
}

function sideOf({ echo, timestamp }: ReceivedMessage, channelType: ChannelType) {
  if (echo) return { sender: 'outbound', status: 'sent' } as const;
  return {
    sender: 'inbound',
    status: 'delivered',
    openUntil: replyWindowEnd(channelType, timestamp),
  } as const;
}

async function recordReception(
  { sql }: Transaction,
  { tenantId, now }: Context,
  reception: { messageId: string; chat: ClaimedChat; isEcho: boolean },
): Promise<void> {
  const { messageId, isEcho } = reception;
  const { chatId, contactId, wasOpen, isNewChat, isNewContact } = reception.chat;
  const isChatChanged = isNewChat || (!wasOpen && !isEcho);
  // Ids are in the order in which a webhook that wants order gets the events.
  const eventIds = [isNewContact ? newId() : null, isChatChanged ? newId() : null, newId()];
  await sql(record, [tenantId, now(), ...eventIds, contactId, chatId, messageId, isEcho]);
}

/** Parts whose event has no id are not run. */
const record = statement(
  'record-message-reception',
  recordingSql(
    `select $3::uuid as id, 'contact.updated' as type, null::text as legacy_type, null::uuid as channel_id,
       null::uuid as chat_id, contact.id as contact_id, ${contactJson('contact')} as data
     from contacts contact
     where contact.tenant_id = $1::uuid and contact.id = $6::uuid and $3::uuid is not null
     union all
     select $4::uuid, 'chat.updated', null, chat.channel_id, chat.id, chat.contact_id, ${chatJson('chat')}
     from chats chat
     where chat.tenant_id = $1::uuid and chat.id = $7::uuid and $4::uuid is not null
     union all
     ${messageEventSql({
       eventId: '$5::uuid',
       messageId: '$8::uuid',
       type: { sql: `case when $9::boolean then 'message.sent' else 'message.received' end` },
       legacyType: {
         sql: `case when not $9::boolean then upper(channel.type::text) || '_MESSAGE_RECEIVED'
           when channel.type = 'instagram' then 'INSTAGRAM_MESSAGE_ECHO' end`,
       },
     })}`,
    'count(*)::int as "eventCount"',
  ),
);

function scheduleFetching(transaction: Transaction, { tenantId, now }: Context, messageId: string) {
  const key = `fetch-media:${tenantId}:${messageId}`;
  return addJob(transaction, { task: 'fetch-media', payload: { tenantId, messageId }, runAt: now(), key });
}

async function startAutomations(
  transaction: Transaction,
  context: Context,
  { channelId, chat, item }: { channelId: string; chat: ClaimedChat; item: ReceivedMessage },
): Promise<void> {
  const { chatId, contactId } = chat;
  const place = { channelId, chatId, contactId };
  if (!chat.wasOpen || chat.isNewChat) {
    await triggerMatching(transaction, context, { type: 'chat_opened', ...place });
  }
  await triggerMatching(transaction, context, { type: 'message_received', ...place, text: item.text });
}
