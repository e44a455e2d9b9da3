/** The moment at which the story of the demo data is told. */
const toldAt = new Date('2026-11-14T09:30:00.000Z');

/**
 * Moves every date of a row by as much as the seeding is later than the story, so that what is recent in it stays recent:
 * a chat that can be answered, a snooze that is not over.
 */
export function shiftTimes<Row extends object>(row: Row, seededAt: Date): Row {
  const shiftMs = seededAt.getTime() - toldAt.getTime();
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? new Date(value.getTime() + shiftMs) : value,
  ]);
  // The same keys with values of the same types.
  return Object.fromEntries(entries) as Row;
}
