import { resolveScheduledAt } from '../../contacts/resolve-scheduled-at.js';
import type { Context } from '../../context.js';
import type { InvalidParams } from '../../domain-error.js';
import { readingOnly } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { NewTime } from '../../time-zones/read-local-time.js';
import { isRefused, type ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { prepareAttachments } from '../content/prepare-attachments.js';
import { fillTemplate, findTemplate } from '../content/prepare-template.js';
import { checkScheduledAt } from '../scheduled/check-scheduled-at.js';
import { checkAddress, checkContent, checkForChannel, type NamedRecipient } from './check-message.js';
import { lookUpParty, type RecipientAddress } from './find-recipient.js';
import { findRepliedMessage } from './find-replied-message.js';
import type { NewMessage } from './new-message.js';
import type { Addressee } from './reach-address.js';
import { type Address, readableAddress, readNamedAddress, type UnreadAddress } from './read-named-address.js';

type MessageBody = ValidPart<NamedRecipient & Omit<NewMessage, 'to' | 'publicUrl'>> &
  Pick<NewMessage, 'publicUrl'>;

type RequestBody = Omit<MessageBody, 'scheduledAt'> & { readonly scheduledAt?: NewTime | undefined };

/** Returns all validation errors of a message without writing. */
export async function findMessageErrors(context: Context, body: RequestBody): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  const address = await readNamedAddress(context, body.to);
  const { scheduledAt, chatId, contactId } = body;
  const recipient = { chatId, contactId, handle: readableAddress(address) };
  const time = await resolveScheduledAt(context, { scheduledAt, recipient });
  for (const problem of time.problems) errors.add(...problem);
  const message = { ...body, scheduledAt: time.scheduledAt };
  await gatherMessageErrors(readingOnly(context), context, { message, address, errors });
  return errors.invalidParams;
}

/**
 * Like `findMessageErrors`, as part of the caller's transaction. Checks that depend on a field that the schema rejected
 * are skipped: an invalid attachment is not a reason to require a text.
 */
export async function gatherMessageErrors(
  transaction: Transaction,
  context: Context,
  { message, address: read, errors }: MessageToCheck,
): Promise<void> {
  const { template, attachments = [], replyTo, publicUrl } = message;
  const address = findAddress({ message, read }, errors);
  checkWhole(message, errors);
  checkScheduledAt(context, message.scheduledAt, errors);
  const { sql, send } = transaction;
  const reading = { sql, send, isReadOnly: true };
  const party = address && (await lookUpParty(reading, context, { address, errors }));
  if (party) checkForChannel(message, party, errors);
  await findRepliedMessage(reading, context, { replyTo, place: address ?? {}, errors });
  await prepareAttachments(reading, context, { references: attachments, publicUrl, errors });
  const found = template && (await findTemplate(reading, context, template));
  if (found) fillTemplate(found, { template, recipient: withContact(party), errors });
}

interface MessageToCheck {
  readonly message: MessageBody;
  /** The address in `to`, as it was read. */
  readonly address: Address | UnreadAddress | undefined;
  readonly errors: ValidationErrors;
}

/** A template is filled with the fields of the contact, which an address may not have yet. */
function withContact(party: Addressee | undefined) {
  return party?.contact && { ...party, contact: party.contact };
}

function findAddress(
  { message, read }: { message: MessageBody; read: MessageToCheck['address'] },
  errors: ValidationErrors,
): RecipientAddress | undefined {
  const { chatId, contactId, channelId, to } = message;
  if ((['chatId', 'contactId', 'channelId', 'to'] as const).some((key) => isRefused(message, key)))
    return undefined;
  const named = {
    ...(chatId && { chatId }),
    ...(contactId && { contactId }),
    ...(channelId && { channelId }),
    ...(to && { to }),
  };
  return checkAddress({ named, address: read }, errors);
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
