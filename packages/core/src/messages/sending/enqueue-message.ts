import type { MessageType } from '@parley/database';
import type { AttachmentRecord } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { DomainError, notFound } from '../../domain-error.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import { ValidationErrors } from '../../validation-errors.js';
import type { ChatMessageRecord } from '../chat-message-record.js';
import { prepareAttachments } from '../content/prepare-attachments.js';
import { fillTemplate, findTemplate, type SentTemplate } from '../content/prepare-template.js';
import { isUnfilled, UnfilledPlaceholdersError } from '../content/unfilled-placeholders.js';
import { type InteractiveRecord, toInteractiveRecord } from '../interactive/interactive.js';
import { renderInteractive } from '../interactive/render-interactive.js';
import { hasReplyWindow } from '../reply-window.js';
import { scheduleSending } from '../schedule-sending.js';
import { enqueueStart } from '../scheduled/enqueue-start.js';
import { type MessageToStore, storeMessages } from '../store-messages.js';
import { checkContent, checkForChannel } from './check-message.js';
import { chooseSubject } from './choose-subject.js';
import { findRecipient, type Recipient } from './find-recipient.js';
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
  const errors = new ValidationErrors();
  checkContent(message, errors);
  errors.throwIfAny();
  const recipient = await findRecipient(transaction, context, message.to);
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
  const id = newId();
  const facts = {
    id,
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
  const stored: MessageToStore = { ...facts, ...content, ...made, ...times, replyToId: replyTo?.id ?? null };
  await storeMessages(transaction, context, [stored]);
  const schedule = scheduledAt === null ? scheduleSending : enqueueStart;
  schedule(transaction, context, { messageId: id, at: timestamp });
  const contactId = recipient.contact.id;
  return {
    ...facts,
    ...shownOf(content),
    timestamp: timestamp.toISOString(),
    contactId,
    origin,
    replyTo,
    reply: null,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    reactions: [],
    errors: [],
  };
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
  const found = template && (await findTemplate(transaction, context, template));
  const prepared = found && fillTemplate(found, { template, recipient, errors });
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

/** WhatsApp and Instagram let a business write freely for a day after the contact's last message. */
function refuseOutsideWindow({ channelType, openUntil }: Recipient, now: Date): void {
  if (!hasReplyWindow(channelType)) return;
  if (openUntil === null || openUntil <= now) throw new DomainError('reply_window_closed');
}
