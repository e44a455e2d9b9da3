import type { ChannelType } from '@parley/database';
import { triggerMatching } from '../automations/trigger-matching.js';
import { recordChatUpdated } from '../chats/record-chat-updated.js';
import { recordContactUpdated } from '../contacts/record-contacts-updated.js';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { refuseGone } from '../sql/refuse-gone.js';
import { type Transaction, transact } from '../sql/transact.js';
import { adoptEcho } from './adopt-echo.js';
import { type ClaimedChat, claimChat } from './claim-chat.js';
import { planAttachments, storeFiles } from './keep-attachments.js';
import { recordMessageEvent } from './message-event.js';
import type { ReceivedMessage } from './received-message.js';
import { replyWindowEnd } from './reply-window.js';
import { scheduleMediaFetch } from './schedule-media-fetch.js';
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
  reception: MessageReception,
): Promise<ReceptionResult | null> {
  return refuseGone('channel', () =>
    transact(context, (transaction) => applyReception(transaction, context, reception)),
  );
}

async function applyReception(
  transaction: Transaction,
  context: Context,
  { channelId, item, publicUrl }: MessageReception,
): Promise<ReceptionResult | null> {
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
    await scheduleMediaFetch(transaction, context, { messageId, at: context.now() });
  }
  const mayTrigger = chat.isAutomated && !item.echo && !item.automated;
  if (mayTrigger) await startAutomations(transaction, context, { channelId, chat, item });
  return { messageId, chatId };
}

function sideOf({ echo, timestamp }: ReceivedMessage, channelType: ChannelType) {
  if (echo) return { sender: 'outbound', status: 'sent' } as const;
  return {
    sender: 'inbound',
    status: 'delivered',
    openUntil: replyWindowEnd(channelType, timestamp),
  } as const;
}

/** People first: who gets the events in order knows the contact and the chat of a message when it comes. */
async function recordReception(
  transaction: Transaction,
  context: Context,
  { messageId, chat, isEcho }: { messageId: string; chat: ClaimedChat; isEcho: boolean },
): Promise<void> {
  if (chat.isNewContact) await recordContactUpdated(transaction, context, chat.contactId);
  if (chat.isNewChat || (!chat.wasOpen && !isEcho))
    await recordChatUpdated(transaction, context, chat.chatId);
  await recordMessageEvent(transaction, context, {
    messageId,
    place: chat,
    ...(isEcho
      ? { type: 'message.sent', legacyKind: 'ECHO' }
      : { type: 'message.received', legacyKind: 'RECEIVED' }),
  });
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
