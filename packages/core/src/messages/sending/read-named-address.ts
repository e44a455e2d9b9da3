import type { HandleType } from '@parley/database';
import { invalidEmail, invalidInstagramId, invalidPhoneNumber } from '../../addresses/address-problems.js';
import { readEmail } from '../../addresses/read-email.js';
import { readInstagramId } from '../../addresses/read-instagram-id.js';
import { readPhoneNumbers } from '../../addresses/read-phone-numbers.js';
import type { Context } from '../../context.js';

/** The address of a recipient as the caller names it; exactly one of the fields is present. */
export interface NamedAddress {
  readonly phoneNumber?: string;
  readonly email?: string;
  readonly instagram?: string;
}

/** An address in the form by which contacts are matched. */
export interface Address {
  readonly field: keyof NamedAddress;
  readonly handleType: HandleType;
  readonly value: string;
}

/** An address that cannot be read, with the reason. */
export interface UnreadAddress {
  readonly field: keyof NamedAddress;
  readonly problem: string;
}

/**
 * Reads the address that a caller names. It runs before a transaction: a phone number may need the country of the
 * workspace, which is read on another connection.
 */
export async function readNamedAddress(
  context: Context,
  named: NamedAddress | undefined,
): Promise<Address | UnreadAddress | undefined> {
  if (named === undefined) return undefined;
  const { phoneNumber, email, instagram } = named;
  if (phoneNumber !== undefined) {
    const numbers = await readPhoneNumbers(context, [phoneNumber]);
    const value = numbers.get(phoneNumber);
    return addressOf({ field: 'phoneNumber', handleType: 'phone_number' }, value, invalidPhoneNumber);
  }
  if (email !== undefined) {
    return addressOf({ field: 'email', handleType: 'email' }, readEmail(email), invalidEmail);
  }
  if (instagram === undefined) return undefined;
  const value = readInstagramId(instagram);
  return addressOf({ field: 'instagram', handleType: 'instagram' }, value, invalidInstagramId);
}

/** Returns an address that was read; undefined for any other. */
export function readableAddress(address: Address | UnreadAddress | undefined): Address | undefined {
  return address && 'value' in address ? address : undefined;
}

function addressOf(
  kind: Pick<Address, 'field' | 'handleType'>,
  value: string | undefined,
  problem: string,
): Address | UnreadAddress {
  return value === undefined ? { field: kind.field, problem } : { ...kind, value };
}
