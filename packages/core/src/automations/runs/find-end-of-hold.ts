import { findQuietEnd } from '../../time-zones/quiet-hours.js';
import { zoneOfContact } from '../../time-zones/zone-of-contact.js';
import { placedAt } from './perform-step.js';
import type { CurrentStep } from './run.js';

/** Returns until when the quiet hours of the channel hold back the current step; undefined if it can be performed now. */
export function findEndOfHold(current: CurrentStep, now: Date): Date | undefined {
  const { run } = current;
  if (run.quietHours === null || !isSending(current)) return undefined;
  const { timeZone, contact } = run.quietHours;
  return findQuietEnd(run.quietHours, zoneOf(timeZone), now);

  function zoneOf(name: string): string {
    if (name === 'workspace') return contact.workspaceZone;
    return name === 'contact' ? zoneOfContact(contact) : name;
  }
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
