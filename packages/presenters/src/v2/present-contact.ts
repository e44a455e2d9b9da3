import type { components } from '@parley/contract/v2';
import type { ContactRecord } from '@parley/core';
import { presentContact as presentCurrent } from '../v3/present-contact.js';

/** v2 does not change, so its contacts have no time zone. */
export function presentContact(contact: ContactRecord): components['schemas']['Contact'] {
  const { timeZone, ...fields } = presentCurrent(contact);
  return fields;
}
