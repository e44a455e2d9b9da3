import type { HandleType } from '@parley/database';
import { compactPhoneNumber, needsCountry } from './compact-phone-number.js';
import type { ReadAddress } from './create-address-reader.js';

/**
 * The normal form of an address that nobody typed for us: the sender of a message, or what is stored already. Undefined
 * when it cannot be read. One rule serves both, so that a sender whose handle was rewritten finds it again.
 */
export function readHandle(type: HandleType, value: string, readAddress: ReadAddress): string | undefined {
  return type === 'phone_number' && isShortCode(value) ? undefined : readAddress(type, value);
}

/** Whether only the country of the workspace decides how the address is read. */
export function dependsOnCountry(type: HandleType, value: string): boolean {
  return type === 'phone_number' && !isShortCode(value) && needsCountry(value);
}

/** Up to six digits are the short code of an SMS sender, also where a local number has as many. */
function isShortCode(value: string): boolean {
  return /^\d{1,6}$/.test(compactPhoneNumber(value) ?? '');
}
