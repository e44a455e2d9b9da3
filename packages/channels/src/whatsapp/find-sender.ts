import type { InboundSender } from '../adapter/inbound-item.js';
import { toE164 } from '../payload/phone-number.js';
import { type JsonRecord, readId, readRecord, readRecords, readText } from '../payload/read-value.js';

export function findSender(message: JsonRecord, value: JsonRecord): InboundSender | undefined {
  return describe({ number: readId(message, 'from'), userId: readId(message, 'from_user_id') }, value);
}

/** Finds the customer of an echo. The business wrote it, so the customer is its recipient. */
export function findEchoRecipient(message: JsonRecord, value: JsonRecord): InboundSender | undefined {
  return describe({ number: readId(message, 'to'), userId: readId(message, 'to_user_id') }, value);
}

interface Identity {
  readonly number: string | undefined;
  readonly userId: string | undefined;
}

/**
 * People with a username may hide their number; WhatsApp then sends only a business-scoped user id. A sender who is
 * identified in yet another way is kept unchanged, so that no message is lost.
 */
function describe({ number, userId }: Identity, value: JsonRecord): InboundSender | undefined {
  const handle = number === undefined ? userId : (toE164(number) ?? userId ?? number);
  if (handle === undefined) return undefined;
  const contact = readRecords(value, 'contacts').find(
    (candidate) =>
      (number !== undefined && readId(candidate, 'wa_id') === number) ||
      (userId !== undefined && readId(candidate, 'user_id') === userId),
  );
  const profile = readRecord(contact, 'profile');
  const name = readText(profile, 'name');
  const username = readText(profile, 'username');
  return {
    handleType: 'phone_number',
    value: handle,
    ...(name === undefined ? {} : { name }),
    ...(userId === undefined && username === undefined
      ? {}
      : {
          extra: {
            ...(userId === undefined ? {} : { userId }),
            ...(username === undefined ? {} : { username }),
          },
        }),
  };
}
