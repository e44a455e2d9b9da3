import type { ChannelType } from '@parley/database';
import { readSender } from '../../addresses/read-sender.js';
import { isAwaited } from '../../chats/message-record.js';
import { recordChatsWritten } from '../../chats/record-chat-updated.js';
import { recordContactsWritten } from '../../contacts/record-contacts-updated.js';
import type { Context } from '../../context.js';
import { withPlacedContent } from '../../files/with-placed-content.js';
import { newId } from '../../ids.js';
import { reportMissingReference } from '../../sql/report-missing-reference.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { answerQuestion } from '../../triggers/answer-question.js';
import { startTriggeredRuns } from '../../triggers/start-triggered-runs.js';
import type { TriggerEvent } from '../../triggers/trigger-event.js';
import type { ReplyRecord } from '../interactive/interactive.js';
import { type MessageEvent, recordMessageEvents } from '../message-event.js';
import { replyWindowEnd } from '../reply-window.js';
import { type MessageToStore, storeMessages } from '../store-messages.js';
import { adoptEcho, type TextOfChoices } from './adopt-echo.js';
import { type ClaimedChat, claimChat } from './claim-chat.js';
import { findAnsweredCampaign } from './find-answered-campaign.js';
import { findReply } from './find-reply.js';
import { type PlannedAttachments, planAttachments, storeFiles } from './keep-attachments.js';
import { keepSubscription } from './keep-subscription.js';
import type { ReceivedMessage } from './received-message.js';
import { recordReply } from './record-campaign-result.js';
import { scheduleMediaFetch } from './schedule-media-fetch.js';

export interface MessageReception {
  readonly channelId: string;
  readonly item: ReceivedMessage;
  /** What the provider of the channel shows beside choices. Absent when it gets them within the text. */
  readonly textOfChoices?: TextOfChoices | undefined;
}

export interface ReceptionResult {
  readonly messageId: string;
  readonly chatId: string;
}

/**
 * Records a message that a contact wrote, or that the business wrote in the provider's app, with its contact, handle
 * and chat. Returns null when the message is already known.
 */
export async function receiveMessage(
  context: Context,
  reception: MessageReception,
): Promise<ReceptionResult | null> {
  const from = await readSender(context, reception.item.from);
  return recordMessage(context, { ...reception, item: { ...reception.item, from } });
}

/** Like `receiveMessage`, for a message whose sender has already been read. */
export function recordMessage(
  context: Context,
  reception: MessageReception,
): Promise<ReceptionResult | null> {
  const { channelId, item } = reception;
  return withPlacedContent(context, async (place) => {
    const plan = await planAttachments(place, item.attachments);
    return reportMissingReference('channel', () =>
      transact(context, async (transaction) => {
        const chat = await claimChat(transaction, context, { channelId, from: item.from });
        const planned = planReception({ ...reception, plan }, chat);
        const [result] = await applyReceptions(transaction, context, [planned]);
        return result ?? null;
      }),
    );
  });
}

/** A message with its chat, which is locked. */
interface PlannedReception extends ReceptionResult, PlannedAttachments {
  readonly channelId: string;
  readonly item: ReceivedMessage;
  readonly chat: ClaimedChat;
  readonly textOfChoices?: TextOfChoices | undefined;
}

/** A message with the choice that it makes. */
interface RepliedReception extends PlannedReception {
  readonly reply: ReplyRecord | null;
}

export function planReception(
  { channelId, item, textOfChoices, plan }: MessageReception & { readonly plan: PlannedAttachments },
  chat: ClaimedChat,
): PlannedReception {
  return { messageId: newId(), chatId: chat.chatId, channelId, item, textOfChoices, chat, ...plan };
}

/**
 * Records messages of different chats of one channel. Returns one result for each message; it is null when the message
 * is already known.
 */
export async function applyReceptions(
  transaction: Transaction,
  context: Context,
  planned: readonly PlannedReception[],
): Promise<(ReceptionResult | null)[]> {
  const own: RepliedReception[] = [];
  for (const reception of planned) {
    if (reception.item.echo && (await adoptEcho(transaction, context, reception))) continue;
    own.push({ ...reception, reply: await findReply(transaction, context, reception) });
  }
  const stored = await storeMessages(transaction, context, own.map(toStore));
  const fresh = own.filter(({ messageId }) => stored.has(messageId));
  for (const { files } of fresh) await storeFiles(transaction, context, files);
  await recordPeople(transaction, context, fresh);
  recordMessageEvents(transaction, context, fresh.map(eventOf));
  for (const reception of fresh) await startWork(transaction, context, reception);
  return planned.map(({ messageId, chatId }) => (stored.has(messageId) ? { messageId, chatId } : null));
}

function toStore({ messageId, channelId, chat, item, attachments, reply }: RepliedReception): MessageToStore {
  return {
    id: messageId,
    chatId: chat.chatId,
    channelId,
    vendorId: item.externalId,
    ...sideOf(item, chat.channelType),
    type: item.type,
    subject: item.subject,
    authentication: item.authentication ?? null,
    text: item.text,
    attachments,
    timestamp: item.timestamp,
    replyToVendorId: item.replyTo ?? null,
    reply,
  };
}

function sideOf({ echo, timestamp }: ReceivedMessage, channelType: ChannelType) {
  if (echo) return { sender: 'outbound', status: 'sent', originType: 'app' } as const;
  return {
    sender: 'inbound',
    status: 'delivered',
    openUntil: replyWindowEnd(channelType, timestamp),
  } as const;
}

/**
 * Events of contacts and chats come first: a webhook that receives events in order then knows the contact and the chat
 * of a message.
 */
async function recordPeople(
  transaction: Transaction,
  context: Context,
  receptions: readonly PlannedReception[],
): Promise<void> {
  const created = receptions.filter(({ chat }) => chat.isNewContact);
  recordContactsWritten(
    transaction,
    context,
    created.map(({ chat: { contactId } }) => ({ contactId, isNew: true })),
  );
  const changed = receptions.filter(changesChat);
  recordChatsWritten(
    transaction,
    context,
    changed.map(({ chatId, chat }) => ({ chatId, isNew: chat.isNewChat })),
  );
}

/**
 * A message of a contact opens the chat and marks it unread. Another message in an open, unread chat emits no
 * `chat.updated`.
 */
function changesChat({ chat, item }: PlannedReception): boolean {
  return chat.isNewChat || (!item.echo && (!chat.wasOpen || !chat.wasUnread));
}

function eventOf({ messageId, chat, item }: PlannedReception): MessageEvent {
  return {
    messageId,
    keys: chat,
    ...(item.echo
      ? { type: 'message.sent', legacyKind: 'ECHO' }
      : { type: 'message.received', legacyKind: 'RECEIVED' }),
  };
}

async function startWork(
  transaction: Transaction,
  context: Context,
  { messageId, channelId, chat, item, attachments, reply }: RepliedReception,
): Promise<void> {
  if (attachments.some(isAwaited)) {
    scheduleMediaFetch(transaction, context, { messageId, at: context.now() });
  }
  if (item.echo || item.automated) return;
  const isSubscription = await keepSubscription(transaction, context, { messageId, chat, item });
  const { chatId, contactId } = chat;
  const place = { channelId, chatId, contactId, chainId: messageId, isChainNew: true };
  const awaited = new Set(chat.awaited);
  const isReplyPossible = chat.mayFollowCampaign || item.replyTo !== undefined;
  // A stop word or a start word is never a reply.
  if (isReplyPossible && !isSubscription) recordReply(transaction, context, { messageId, chatId });
  const start = async (event: Pick<TriggerEvent, 'type' | 'text' | 'reply' | 'campaignId'>) => {
    if (awaited.has(event.type)) await startTriggeredRuns(transaction, context, { ...place, ...event });
  };
  if (chat.isNewContact) await start({ type: 'contact_created' });
  if (!chat.wasOpen || chat.isNewChat) await start({ type: 'chat_opened' });
  // A reply to a question belongs to the run that asked.
  const isAnswer =
    chat.isReplyAwaited &&
    !isSubscription &&
    (await answerQuestion(transaction, context, { messageId, chatId }));
  if (isAnswer) return;
  await start({ type: 'message_received', text: item.text, reply });
  if (!awaited.has('campaign_replied')) return;
  const campaignId = await findAnsweredCampaign(transaction, context, { messageId, chatId });
  if (campaignId !== undefined) await start({ type: 'campaign_replied', campaignId });
}
