import type { HandleType } from '@parley/database';
import { compactPhoneNumber, needsCountry } from './compact-phone-number.js';
import type { ReadAddress } from './create-address-reader.js';

/**
 * Returns the normal form of a sender's address or of a stored one, or undefined when it cannot be read. Both are
 * read by the same rule, so that the next message of a sender finds the handle even after it was normalized.
 */
export function readHandle(type: HandleType, value: string, readAddress: ReadAddress): string | undefined {
  return type === 'phone_number' && isShortCode(value) ? undefined : readAddress(type, value);
}

/** Whether reading the address depends on the country of the workspace. */
export function dependsOnCountry(type: HandleType, value: string): boolean {
  return type === 'phone_number' && !isShortCode(value) && needsCountry(value);
}

/** Up to six digits are the short code of an SMS sender, even in countries whose local numbers can be that short. */
function isShortCode(value: string): boolean {
  return /^\d{1,6}$/.test(compactPhoneNumber(value) ?? '');
}
