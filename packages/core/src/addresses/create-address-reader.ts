import type { HandleType } from '@parley/database';
import { readEmail } from './read-email.js';
import { readInstagramId } from './read-instagram-id.js';
import { loadParser } from './read-phone-numbers.js';

/** Returns an address in the form by which contacts are matched, or undefined when the text is not an address of its type. */
export type ReadAddress = (type: HandleType, text: string) => string | undefined;

/** Creates a reader of addresses. `country` is the default country of the workspace. */
export async function createAddressReader(country: string | null): Promise<ReadAddress> {
  const { parsePhoneNumber } = await loadParser();
  return (type, text) => {
    switch (type) {
      case 'phone_number':
        return parsePhoneNumber(text, country);
      case 'email':
        return readEmail(text);
      case 'instagram':
        return readInstagramId(text);
    }
  };
}
