import type { MessageType } from '@parley/database';
import type { AttachmentRecord } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { DomainError, notFound } from '../../domain-error.js';
import { newId } from '../../ids.js';
import { alone } from '../../sql/together-or-alone.js';
import type { Transaction } from '../../sql/transact.js';
import { ValidationErrors } from '../../validation-errors.js';
import type { ChatMessageRecord } from '../chat-message-record.js';
import { prepareAttachments } from '../content/prepare-attachments.js';
import {
  fillTemplate,
  findTemplate,
  type SentTemplate,
  type TemplateUse,
} from '../content/prepare-template.js';
import { isUnfilled, UnfilledPlaceholdersError } from '../content/unfilled-placeholders.js';
import { type InteractiveRecord, toInteractiveRecord } from '../interactive/interactive.js';
import { renderInteractive } from '../interactive/render-interactive.js';
import { hasReplyWindow } from '../reply-window.js';
import { scheduleSending, scheduleSendings } from '../schedule-sending.js';
import { enqueueStart } from '../scheduled/enqueue-start.js';
import { type MessageToStore, storeOutboundMessages } from '../store-messages.js';
import { checkContent, checkForChannel } from './check-message.js';
import { chooseSubject } from './choose-subject.js';
import { findContactOf, findRecipient, findRecipients, type Recipient } from './find-recipient.js';
import { findRepliedMessage } from './find-replied-message.js';
import type { NewMessage } from './new-message.js';

/** An outbound message, from the moment it is accepted. */
export interface OutboundMessageRecord extends ChatMessageRecord {
  readonly status: 'pending' | 'scheduled';
}

/** Accepts a message for sending, as part of the caller's transaction. The worker sends it after the commit. */
export async function enqueueMessage(
  transaction: Transaction,
  context: Context,
  message: NewMessage,
): Promise<OutboundMessageRecord> {
  checkAlone(message);
  const recipient = await findRecipient(transaction, context, message.to);
  const { stored, record } = await prepareMessage(transaction, context, { message, recipient });
  storeOutboundMessages(transaction, context, [stored]);
  const schedule = stored.scheduledAt === null ? scheduleSending : enqueueStart;
  schedule(transaction, context, { messageId: stored.id, at: stored.timestamp });
  return record;
}

/** A message to a chat that is sent as soon as possible. */
export interface ChatMessage {
  readonly context: Context;
  readonly message: NewMessage & { readonly to: { readonly chatId: string }; readonly scheduledAt?: never };
}

/**
 * Like `enqueueMessage`, for messages to different chats of a tenant. Writes nothing for a message that is refused, whose
 * result is `alone`.
 */
export async function enqueueTogether(
  transaction: Transaction,
  chatMessages: readonly ChatMessage[],
): Promise<(OutboundMessageRecord | typeof alone)[]> {
  const [first] = chatMessages;
  if (first === undefined) return [];
  const chatIds = chatMessages.map(({ message }) => message.to.chatId.toLowerCase());
  const recipients = await findRecipients(transaction, first.context, chatIds);
  const outcomes = await Promise.allSettled(
    chatMessages.map(async ({ context, message }, index) => {
      checkAlone(message);
      const recipient = recipients.get(chatIds[index] ?? '');
      if (recipient === undefined) throw notFound('chat');
      return prepareMessage(transaction, context, { message, recipient });
    }),
  );
  const prepared = outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value;
    if (outcome.reason instanceof DomainError) return alone;
    throw outcome.reason;
  });
  const stored = prepared.flatMap((message) => (message === alone ? [] : message.stored));
  storeOutboundMessages(transaction, first.context, stored);
  scheduleSendings(
    transaction,
    first.context,
    stored.map(({ id }) => id),
  );
  return prepared.map((message) => (message === alone ? alone : message.record));
}

/** Checks what needs no recipient. */
function checkAlone(message: NewMessage): void {
  const errors = new ValidationErrors();
  checkContent(message, errors);
  errors.throwIfAny();
}

interface PreparedMessage {
  readonly stored: MessageToStore & Pick<Required<MessageToStore>, 'scheduledAt'>;
  readonly record: OutboundMessageRecord;
}

/** Writes nothing. */
async function prepareMessage(
  transaction: Transaction,
  context: Context,
  { message, recipient }: { message: NewMessage; recipient: Recipient },
): Promise<PreparedMessage> {
  const errors = new ValidationErrors();
  checkForChannel(message, recipient, errors);
  const { chatId, channelId } = recipient;
  const { replyTo: named } = message;
  const replyTo = await findRepliedMessage(transaction, context, {
    replyTo: named,
    place: { chatId },
    errors,
  });
  const content = await prepareContent(transaction, context, { message, recipient, errors });
  const scheduledAt = message.scheduledAt === undefined ? null : new Date(message.scheduledAt);
  const timestamp = scheduledAt ?? context.now();
  // The window never becomes shorter, so it need not be checked again when a scheduled message is due.
  if (content.type !== 'template') refuseOutsideWindow(recipient, timestamp);
  const isCampaign = Boolean(message.campaignSendId);
  const subject = await chooseSubject(transaction, context, {
    ...message,
    recipient,
    repliedToId: replyTo?.id ?? null,
    isCampaign,
  });
  const facts = {
    id: newId(),
    chatId,
    channelId,
    subject,
    authentication: null,
    vendorId: null,
    sender: 'outbound',
    status: scheduledAt === null ? 'pending' : 'scheduled',
  } as const;
  const { automationRunId = null, campaignSendId = null, followsReply = false } = message;
  const origin = message.origin ?? { type: 'api' as const, id: context.actor?.keyId ?? null };
  const made = {
    automationRunId,
    campaignSendId,
    followsReply,
    originType: origin.type,
    originId: origin.id,
  };
  const times = { timestamp, scheduledAt };
  const record = {
    ...facts,
    ...shownOf(content),
    timestamp: timestamp.toISOString(),
    contactId: recipient.contactId,
    origin,
    replyTo,
    reply: null,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    reactions: [],
    errors: [],
  };
  return { stored: { ...facts, ...content, ...made, ...times, replyToId: replyTo?.id ?? null }, record };
}

function shownOf({ type, text, attachments, messageTemplateId, interactive }: Content) {
  return {
    type,
    text,
    attachments,
    messageTemplateId: messageTemplateId ?? null,
    interactive: interactive ?? null,
  };
}

interface Content {
  readonly type: MessageType;
  readonly text: string | null;
  readonly attachments: readonly AttachmentRecord[];
  readonly messageTemplateId?: string;
  readonly template?: SentTemplate;
  readonly interactive?: InteractiveRecord;
}

/** Throws all validation errors of the message at once. */
async function prepareContent(
  transaction: Transaction,
  context: Context,
  { message, recipient, errors }: { message: NewMessage; recipient: Recipient; errors: ValidationErrors },
): Promise<Content> {
  const { text = null, template, publicUrl } = message;
  const { attachments: references = [] } = message;
  const attachments = await prepareAttachments(transaction, context, { references, publicUrl, errors });
  const prepared = template && (await prepareTemplate(transaction, context, { template, recipient, errors }));
  if (prepared && isUnfilled(prepared.unfilled) && errors.hasAny) {
    throw new UnfilledPlaceholdersError(prepared.unfilled, errors.invalidParams);
  }
  errors.throwIfAny();
  if (message.interactive) {
    const interactive = toInteractiveRecord(message.interactive);
    return { type: 'interactive', text: renderInteractive(interactive), attachments, interactive };
  }
  if (template === undefined) return { type: attachments[0]?.type ?? 'text', text, attachments };
  if (prepared === undefined) throw notFound('message_template');
  const mediaFileId = prepared.hasMedia ? (message.mediaFileId ?? prepared.mediaFileId) : null;
  const own = references.length === 0 && mediaFileId !== null ? [{ fileId: mediaFileId }] : [];
  const ownMedia = await prepareAttachments(transaction, context, { references: own, publicUrl, errors });
  errors.throwIfAny();
  return {
    type: 'template',
    text: prepared.text,
    attachments: [...attachments, ...ownMedia],
    messageTemplateId: prepared.id,
    template: prepared.template,
  };
}

async function prepareTemplate(
  transaction: Transaction,
  context: Context,
  { template, recipient, errors }: { template: TemplateUse; recipient: Recipient; errors: ValidationErrors },
) {
  const [found, contact] = await Promise.all([
    findTemplate(transaction, context, template),
    findContactOf(transaction, context, recipient),
  ]);
  return found && fillTemplate(found, { template, recipient: { ...recipient, contact }, errors });
}

/** WhatsApp and Instagram let a business write freely for a day after the contact's last message. */
function refuseOutsideWindow({ channelType, openUntil }: Recipient, now: Date): void {
  if (!hasReplyWindow(channelType)) return;
  if (openUntil === null || openUntil <= now) throw new DomainError('reply_window_closed');
}
