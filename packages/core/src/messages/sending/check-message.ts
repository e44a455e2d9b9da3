import type { ValidPart } from '../../valid-part.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { Party, RecipientAddress } from './find-recipient.js';
import type { NewMessage } from './new-message.js';

/** The recipient as the caller names it. */
export interface NamedRecipient {
  readonly chatId?: string;
  readonly contactId?: string;
  readonly channelId?: string;
}

/** Returns a chat, or a contact and a channel; undefined, with an error, when it is neither. */
export function checkAddress(named: NamedRecipient, errors: ValidationErrors): RecipientAddress | undefined {
  const { chatId, contactId, channelId } = named;
  if (chatId !== undefined) {
    for (const name of ['contactId', 'channelId'] as const) {
      if (named[name] !== undefined) errors.add(name, 'unrecognized_keys', 'Not allowed with chatId');
    }
    return { chatId };
  }
  if (contactId !== undefined && channelId !== undefined) return { contactId, channelId };
  if (contactId === undefined && channelId === undefined) {
    errors.add('chatId', 'invalid_type', 'Required when there are no contactId and channelId');
  } else {
    errors.add(contactId === undefined ? 'contactId' : 'channelId', 'invalid_type', 'Required');
  }
  return undefined;
}

/** Checks the content of a message: a message needs content, and a template must be the only text. */
export function checkContent(
  { text, attachments = [], template }: Pick<NewMessage, 'text' | 'attachments' | 'template'>,
  errors: ValidationErrors,
): void {
  const hasText = text !== undefined && text !== null;
  if (template !== undefined && hasText) {
    errors.add('text', 'unrecognized_keys', 'Not allowed with a template, which has its own text');
  }
  if (template === undefined && !hasText && attachments.length === 0) {
    errors.add('text', 'invalid_type', 'Required when there are neither attachments nor a template');
  }
}

type MessageToCarry = ValidPart<
  Pick<NewMessage, 'subject' | 'text' | 'attachments' | 'template' | 'limitsOf'>
>;

/**
 * Rejects content that the channel cannot send, so that the caller gets an error now and not a failed message later.
 */
export function checkForChannel(
  { subject, text, attachments = [], template, limitsOf }: MessageToCarry,
  { channelType, provider }: Party,
  errors: ValidationErrors,
): void {
  if (subject && channelType !== 'email') {
    errors.add('subject', 'unrecognized_keys', 'Only an email can have a subject');
  }
  const limits = limitsOf?.(provider);
  if (limits === undefined) return;
  const { maxTextLength, maxAttachments } = limits;
  if (text && text.length > maxTextLength) {
    errors.add(
      'text',
      'too_big',
      `String must contain at most ${maxTextLength} character(s) on this channel`,
    );
  }
  if (attachments.length > maxAttachments) {
    errors.add(
      'attachments',
      'too_big',
      `Array must contain at most ${maxAttachments} element(s) on this channel`,
    );
  } else if (attachments.length > 0 && (text || template) && !limits.textWithAttachment) {
    errors.add('attachments', 'unrecognized_keys', 'Not allowed together with text on this channel');
  }
}
