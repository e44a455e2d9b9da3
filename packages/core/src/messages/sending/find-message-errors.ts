import type { Context } from '../../context.js';
import type { InvalidParams } from '../../domain-error.js';
import { readingOnly } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import { isRefused, type ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { prepareAttachments } from '../content/prepare-attachments.js';
import { fillTemplate, findTemplate } from '../content/prepare-template.js';
import { checkAddress, checkContent, checkForChannel, type NamedRecipient } from './check-message.js';
import { lookUpParty, type RecipientAddress } from './find-recipient.js';
import { findRepliedMessage } from './find-replied-message.js';
import type { NewMessage } from './new-message.js';

export type MessageBody = ValidPart<NamedRecipient & Omit<NewMessage, 'to' | 'publicUrl'>> &
  Pick<NewMessage, 'publicUrl'>;

/** Returns all validation errors of a message without writing. */
export async function findMessageErrors(context: Context, message: MessageBody): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await gatherMessageErrors(readingOnly(context), context, { message, errors });
  return errors.invalidParams;
}

/**
 * Like `findMessageErrors`, as part of the caller's transaction. Checks that depend on a field that the schema rejected
 * are skipped: an invalid attachment is not a reason to require a text.
 */
export async function gatherMessageErrors(
  transaction: Transaction,
  context: Context,
  { message, errors }: { message: MessageBody; errors: ValidationErrors },
): Promise<void> {
  const { template, attachments = [], replyTo, publicUrl } = message;
  const address = findAddress(message, errors);
  checkWhole(message, errors);
  const { sql, send } = transaction;
  const reading = { sql, send, isReadOnly: true };
  const party = address && (await lookUpParty(reading, context, { address, errors }));
  if (party) checkForChannel(message, party, errors);
  await findRepliedMessage(reading, context, { replyTo, place: address ?? {}, errors });
  await prepareAttachments(reading, context, { references: attachments, publicUrl, errors });
  const found = template && (await findTemplate(reading, context, template));
  if (found) fillTemplate(found, { template, recipient: party, errors });
}

function findAddress(message: MessageBody, errors: ValidationErrors): RecipientAddress | undefined {
  const { chatId, contactId, channelId } = message;
  if ((['chatId', 'contactId', 'channelId'] as const).some((key) => isRefused(message, key)))
    return undefined;
  const named = {
    ...(chatId && { chatId }),
    ...(contactId && { contactId }),
    ...(channelId && { channelId }),
  };
  return checkAddress(named, errors);
}

function checkWhole(message: MessageBody, errors: ValidationErrors): void {
  const { text, template, attachments = [], interactive } = message;
  const valid = attachments.filter((attachment) => attachment !== undefined);
  const isWhole = (['text', 'template', 'attachments', 'interactive'] as const).every(
    (key) => !isRefused(message, key),
  );
  if (!isWhole || valid.length < attachments.length) return;
  checkContent(
    {
      ...(text && { text }),
      attachments: valid,
      ...(template && { template }),
      ...(interactive && { interactive }),
    },
    errors,
  );
}
