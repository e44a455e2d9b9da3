import type { EventType } from './event-type.js';

/** The data of an event whose contact was erased, as SQL. The event keeps its id, type and time. */
export const erasedData = `'{"erased": true}'::jsonb`;

const deletionTypes: readonly EventType[] = ['contact.deleted', 'chat.deleted'];

/** Whether an event of this type reports a deletion. */
export function isDeletionType(type: EventType): boolean {
  return deletionTypes.includes(type);
}

/**
 * Returns the SQL condition that an event reports a deletion. It contains ids only, so it is kept when the person is
 * erased: subscribers and readers of the feed must learn of the deletion.
 */
export function isDeletion(row: string): string {
  return `${row}.type in (${deletionTypes.map((type) => `'${type}'`).join(', ')})`;
}
