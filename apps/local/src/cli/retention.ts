import {
  getRetention,
  type Retention,
  retentionKinds,
  retentionTerms,
  setRetention,
} from '@parley/core/administration';
import { UsageError } from '../command-error.js';
import type { CommandLine } from './command.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';

export const retentionHelp = `  A retention is the number of days for which data of a kind is kept:
    ${retentionKinds.map(describeBounds).join('\n    ')}
  "forever" keeps the data until somebody deletes it; "default" removes the number that was set.
  --all sets the number for all tenants that have no number of their own. A change takes effect within five
  minutes, also for existing data: data that is older than the new number of days is then removed.`;

/**
 * Shows for how long data of a tenant, or of all tenants, is kept. If a kind of data is named, its number of days is
 * set first.
 */
export async function retention(line: CommandLine): Promise<string> {
  const isForAll = line.options.all !== undefined;
  const [tenant, kind, number, ...rest] = isForAll ? [undefined, ...line.words] : line.words;
  if (
    (!isForAll && tenant === undefined) ||
    (kind === undefined) !== (number === undefined) ||
    rest.length > 0
  ) {
    throw new UsageError('Name the tenant or --all, the kind and its days, as in: retention demo events 14');
  }
  const change = number === undefined ? undefined : { tenant, kind: kind ?? '', days: readDays(number) };
  return withTarget(line.environment, async (database) =>
    describe(await (change ? setRetention(database, change) : getRetention(database, tenant))),
  );
}

function readDays(number: string): number | null | undefined {
  if (number === 'default') return undefined;
  if (number === 'forever') return null;
  if (/^\d{1,6}$/.test(number)) return Number(number);
  throw new UsageError(`The days must be a whole number, "forever" or "default", not "${number}".`);
}

function describe(retention: Retention): string {
  return printTable([...retentionKinds], {
    kind: (kind) => kind,
    days: (kind) => String(retention[kind] ?? 'forever'),
  });
}

function describeBounds(kind: (typeof retentionKinds)[number]): string {
  const { days, min, max, mayBeKept, isShared } = retentionTerms[kind];
  const bounds = `${min} to ${max}${mayBeKept ? ' or forever' : ''}${isShared ? ', with --all only' : ''}`;
  return `${kind.padEnd(16)} ${String(days ?? 'forever').padEnd(8)} ${bounds}`;
}
