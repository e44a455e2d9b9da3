import { zoneAheadOfAll } from '../../time-zones/contact-clock.js';
import { toInstant, toLocal } from '../../time-zones/local-time.js';
import { findQuietEndFor } from '../../time-zones/quiet-hours.js';
import { zoneOfContact } from '../../time-zones/zone-of-contact.js';
import { placedAt } from './perform-step.js';
import type { CurrentStep, Holds } from './run.js';

/**
 * Returns until when the current step of a campaign's run is held back; undefined if it can be performed now. A run begins when
 * the clock of its contact shows the time of the campaign, and sends nothing in the quiet hours of the channel.
 */
export function findEndOfHold(current: CurrentStep, now: Date): Date | undefined {
  const { holds } = current.run;
  if (holds === null) return undefined;
  const beginsAt = findBeginning(holds);
  if (beginsAt !== undefined && beginsAt > now) return beginsAt;
  if (holds.quietHours === null || !isSending(current)) return undefined;
  return findQuietEndFor(holds.contact, holds.quietHours, now);
}

/** Returns when the clock of the contact shows the time that the first of all clocks showed when the occurrence began. */
function findBeginning({ occursAt, contact }: Holds): Date | undefined {
  if (occursAt === null) return undefined;
  return toInstant(zoneOfContact(contact), toLocal(zoneAheadOfAll, new Date(occursAt)));
}

/** A question that was asked before is not sent again. */
function isSending(current: CurrentStep): boolean {
  const { run, position } = current;
  switch (placedAt(current).step.type) {
    case 'send_message':
    case 'send_template':
      return true;
    case 'ask':
      return !(run.isAsking && position === run.position);
    default:
      return false;
  }
}
