/**
 * Local times are dates whose UTC fields are the clock of a time zone, so that rules can compute with them. The data of the
 * zones is that of `Intl`.
 */

/** Returns the local time at an instant. */
export function toLocal(timeZone: string, at: Date): Date {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const date = [read('year'), read('month') - 1, read('day')] as const;
  const local = new Date(Date.UTC(...date, read('hour'), read('minute'), read('second')));
  const milliseconds = ((at.getTime() % 1_000) + 1_000) % 1_000;
  return new Date(local.getTime() + milliseconds);
}

/**
 * Returns the instant of a local time. A time that the clock skips is moved forward by the length of the gap, and of a time
 * that comes twice the first one counts (docs/decisions/0076).
 */
export function toInstant(timeZone: string, local: Date): Date {
  const time = local.getTime();
  const before = offsetAt(timeZone, time - dayMs);
  const after = offsetAt(timeZone, time + dayMs);
  const possible = [time - before, time - after].filter((at) => at + offsetAt(timeZone, at) === time);
  return new Date(possible.length > 0 ? Math.min(...possible) : time - before);
}

const dayMs = 24 * 60 * 60 * 1_000;

function offsetAt(timeZone: string, time: number): number {
  return toLocal(timeZone, new Date(time)).getTime() - time;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Creating a formatter takes a hundred times longer than using it. The case of a name does not matter, so there are at most
 * as many formatters as zones. Throws a RangeError for an unknown name.
 */
export function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = formatters.get(key);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(key, created);
  return created;
}
