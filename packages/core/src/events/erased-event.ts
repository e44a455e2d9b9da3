/** The data of an event whose contact was erased, as SQL. The event keeps its id, type and time. */
export const erasedData = `'{"erased": true}'::jsonb`;

/**
 * Returns the SQL condition that an event reports a deletion. It contains ids only, so it is kept when the person is
 * erased: subscribers and readers of the feed must learn of the deletion.
 */
export function isDeletion(row: string): string {
  return `${row}.type in ('contact.deleted', 'chat.deleted')`;
}
