/** The time for which the dates of the demo data are written. */
const writtenAt = new Date('2026-11-14T09:30:00.000Z');

/**
 * Moves every date of a row by the time between then and the seeding, so that recent dates stay recent: a chat has an
 * open reply window, and a snooze has not ended.
 */
export function shiftTimes<Row extends object>(row: Row, seededAt: Date): Row {
  const shiftMs = seededAt.getTime() - writtenAt.getTime();
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? new Date(value.getTime() + shiftMs) : value,
  ]);
  // The result has the same keys, with values of the same types.
  return Object.fromEntries(entries) as Row;
}
