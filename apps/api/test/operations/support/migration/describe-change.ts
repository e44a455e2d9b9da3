import type { World } from '@parley/testkit';
import type { Snapshot } from '../snapshot-tenant.js';

/** The added and removed rows, by table. */
export type Change = Readonly<Record<string, { readonly added: unknown[]; readonly removed: unknown[] }>>;

/** Replaces ids and times by names that are the same in every world. */
export type Rename = <Value>(value: Value) => Value;

export function describeChange(before: Snapshot, after: Snapshot, rename: Rename): Change {
  const tables = Object.keys(after).map((table) => {
    const [was, is] = [texts(before[table]), texts(after[table])];
    const missing = (rows: readonly string[], others: readonly string[]) =>
      rows
        .filter((row) => !others.includes(row))
        .map((row) => rename(JSON.parse(row)))
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    return [table, { added: missing(is, was), removed: missing(was, is) }] as const;
  });
  return Object.fromEntries(tables.filter(([, { added, removed }]) => added.length + removed.length > 0));
}

function texts(rows: readonly unknown[] = []): string[] {
  return rows.map((row) => JSON.stringify(row));
}

/** Ids of this world are replaced by their names, and ids of new records by "new". */
export function createRename(world: World): Rename {
  const names = listOwn(world);
  const rename = (text: string) =>
    names
      .reduce((known, [value, name]) => known.replaceAll(value, name), text)
      .replaceAll(sealed, '(sealed secret)')
      .replaceAll(ids, '(new)')
      .replaceAll(secrets, '(secret)');
  return (value) =>
    JSON.parse(JSON.stringify(value), function (this: object, key, item: unknown) {
      // The position of an event is the number of its transaction.
      if (key === 'sequence' || (key === 'position' && 'legacy_type' in this)) return '(next)';
      if (key === 'wrapped') return '(data key)';
      if (key === 'request_id') return '(request)';
      if (typeof item !== 'string') return item;
      return isByTheMachine(item) ? '(just now)' : rename(item);
    });
}

/** Worlds and jobs use the clock of the machine; everything else uses the clock of the test. */
function isByTheMachine(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && Math.abs(Date.parse(text) - Date.now()) < 3_600_000;
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Each time a secret is sealed, the text is different, and it names the data key of the tenant. */
const sealed = /sealed:v1:[\w-]+:[\w-]+/g;
const secrets = /whsec_[\w+/=]+/g;

const ownKeys = /^(?:id|.*VersionId|name|lastName|phoneNumber|externalId)$/;

function listOwn(world: World): [value: string, name: string][] {
  return Object.entries(world).flatMap(([record, fields]) =>
    Object.entries(Object(fields))
      .filter(([key]) => ownKeys.test(key))
      .map(([key, value]): [string, string] => [String(value), `(${record} ${key})`]),
  );
}
