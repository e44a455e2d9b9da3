import type { HandleType } from '@parley/database';
import { invalidEmail, invalidInstagramId, invalidPhoneNumber } from '../../addresses/address-problems.js';
import { readEmail } from '../../addresses/read-email.js';
import { readInstagramId } from '../../addresses/read-instagram-id.js';
import { readPhoneNumbers } from '../../addresses/read-phone-numbers.js';
import type { Context } from '../../context.js';

export interface GivenHandle {
  readonly type: HandleType;
  readonly value: string;
}

/**
 * Returns an address in its normal form; undefined if it is not valid. It runs before a transaction: a phone number may
 * need the country of the workspace, which is read on another connection.
 */
export async function readHandleValue(
  context: Context,
  { type, value }: GivenHandle,
): Promise<string | undefined> {
  switch (type) {
    case 'phone_number':
      return (await readPhoneNumbers(context, [value])).get(value);
    case 'email':
      return readEmail(value);
    case 'instagram':
      return readInstagramId(value);
  }
}

export const handleProblems: Readonly<Record<HandleType, string>> = {
  phone_number: invalidPhoneNumber,
  email: invalidEmail,
  instagram: invalidInstagramId,
};
