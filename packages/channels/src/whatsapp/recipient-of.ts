import type { OutboundMessage } from '../adapter/outbound-message.js';
import { toE164 } from '../payload/phone-number.js';

/** A handle that is not a phone number is a business-scoped user id, which has a field of its own. */
export function recipientOf({ to }: Pick<OutboundMessage, 'to'>): { to: string } | { recipient: string } {
  const number = toE164(to.value);
  return number === undefined ? { recipient: to.value } : { to: number.slice(1) };
}
