import type { ChannelType } from '@parley/database';
import type { ValidPart } from '../../valid-part.js';
import type { ValidationErrors } from '../../validation-errors.js';
import { checkFilledTexts, checkInteractive } from '../interactive/check-interactive.js';
import { type NewInteractive, toInteractiveRecord } from '../interactive/interactive.js';
import { renderInteractive } from '../interactive/render-interactive.js';
import type { Party, RecipientAddress } from './find-recipient.js';
import type { MessageLimits, NewMessage } from './new-message.js';
import type { Address, NamedAddress, UnreadAddress } from './read-named-address.js';

/** The recipient as the caller names it. */
export interface NamedRecipient {
  readonly chatId?: string;
  readonly contactId?: string;
  readonly channelId?: string;
  readonly to?: NamedAddress;
}

interface ReadRecipient {
  readonly named: NamedRecipient;
  /** The address in `to`, as it was read; undefined also when the schema rejected its fields. */
  readonly address: Address | UnreadAddress | undefined;
}

/** Returns a chat, or a contact or an address and a channel; undefined, with an error, when it is none of them. */
export function checkAddress(
  { named, address }: ReadRecipient,
  errors: ValidationErrors,
): RecipientAddress | undefined {
  const { chatId, contactId, channelId } = named;
  if (chatId !== undefined) {
    for (const name of ['contactId', 'channelId', 'to'] as const) {
      if (named[name] !== undefined) errors.add(name, 'unrecognized_keys', 'Not allowed with chatId');
    }
    return { chatId };
  }
  if (named.to !== undefined) {
    if (contactId !== undefined) errors.add('to', 'unrecognized_keys', 'Not allowed with contactId');
    else if (address && 'problem' in address)
      errors.add(`to.${address.field}`, 'invalid_string', address.problem);
    if (channelId === undefined) errors.add('channelId', 'invalid_type', 'Required');
    else if (address && !('problem' in address)) return { channelId, address };
    return undefined;
  }
  if (contactId !== undefined && channelId !== undefined) return { contactId, channelId };
  if (contactId === undefined && channelId === undefined) {
    errors.add('chatId', 'invalid_type', 'Required when there is no channelId with contactId or to');
  } else {
    errors.add(
      contactId === undefined ? 'contactId' : 'channelId',
      'invalid_type',
      contactId === undefined ? 'Required when there is no chatId or to' : 'Required',
    );
  }
  return undefined;
}

/**
 * Checks the content of a message: a message needs content, a template must be the only text, and an interactive message
 * must be alone.
 */
export function checkContent(
  content: Pick<NewMessage, 'text' | 'attachments' | 'template' | 'interactive'>,
  errors: ValidationErrors,
): void {
  const { text, attachments = [], template, interactive } = content;
  const hasText = text !== undefined && text !== null;
  if (interactive !== undefined) {
    const check = { path: 'interactive', errors };
    checkInteractive(interactive, check);
    checkFilledTexts(interactive, check);
    const others = { text: hasText, attachments: attachments.length > 0, template: template !== undefined };
    for (const [name, isGiven] of Object.entries(others)) {
      if (isGiven) errors.add(name, 'unrecognized_keys', 'Not allowed with an interactive message');
    }
    return;
  }
  if (template !== undefined && hasText) {
    errors.add('text', 'unrecognized_keys', 'Not allowed with a template, which has its own text');
  }
  if (template === undefined && !hasText && attachments.length === 0) {
    errors.add('text', 'invalid_type', 'Required when there are neither attachments nor a template');
  }
}

type MessageToCarry = ValidPart<
  Pick<NewMessage, 'subject' | 'text' | 'attachments' | 'template' | 'interactive' | 'limitsOf'>
>;

/**
 * Rejects content that the channel cannot send, so that the caller gets an error now and not a failed message later.
 */
export function checkForChannel(
  { subject, text, attachments = [], template, interactive, limitsOf }: MessageToCarry,
  { channelType, provider }: Pick<Party, 'channelType' | 'provider'>,
  errors: ValidationErrors,
): void {
  if (subject && channelType !== 'email') {
    errors.add('subject', 'unrecognized_keys', 'Only an email can have a subject');
  }
  const limits = limitsOf?.(provider);
  if (limits === undefined) return;
  const { maxTextLength, maxAttachments } = limits;
  if (interactive) checkChoices(interactive, { limits, channelType, errors });
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

interface ChoicesCheck {
  readonly limits: MessageLimits;
  readonly channelType: ChannelType;
  readonly errors: ValidationErrors;
}

function checkChoices(interactive: NewInteractive, { limits, channelType, errors }: ChoicesCheck): void {
  const record = toInteractiveRecord(interactive);
  if (limits.findInteractiveErrors) {
    for (const { path, message } of limits.findInteractiveErrors(record, channelType)) {
      errors.add(`interactive.${path}`, 'too_big', `${message} on this channel`);
    }
  } else if (renderInteractive(record).length > limits.maxTextLength) {
    const message = `The text with its choices must contain at most ${limits.maxTextLength} character(s) on this channel`;
    errors.add('interactive.body', 'too_big', message);
  }
}
