import type { ContractVersion } from '../list-entries.js';

/** Renders one sentence about the end of a version, from the dates in its document. */
export function renderLifetime({ name, table }: ContractVersion): string {
  const { deprecatedAt, sunsetAt } = table;
  if (deprecatedAt === null || sunsetAt === null) throw new Error(`${name} has no end.`);
  return `${name} was deprecated on ${formatDay(deprecatedAt)} and ended on ${formatDay(sunsetAt)}.\n`;
}

export function formatDay(timestamp: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp));
}
