import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { requireById } from './get-by-id.js';
import { lockById } from './lock-by-id.js';
import type { Resource } from './resource.js';

/** The key of a record in a `where` of Prisma. */
export interface RecordKey {
  readonly tenantId: string;
  readonly id: string;
}

/** The values that differ from the current ones. An undefined value counts as absent. */
export type Changes<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

interface RecordChange<Values> {
  readonly id: string;
  readonly values: Values;
  readonly write: (key: RecordKey, data: Changes<Values> & { updatedAt: Date }) => Promise<unknown>;
}

/**
 * Locks a record, writes the values that are different, with the time of the change, and returns the record. Values
 * that the record already has change nothing, so a record can be sent back as it was read.
 */
export async function updateChanged<Entry, Values extends { readonly [Key in keyof Values]: unknown }>(
  transaction: Transaction,
  context: Context,
  resource: Resource<Entry & { readonly [Key in keyof Values]: unknown }>,
  { id, values, write }: RecordChange<Values>,
): Promise<Entry> {
  const key = { tenantId: context.tenantId, id: await lockById(transaction, context, resource, id) };
  const present = await requireById(transaction.sql, resource, key);
  const changes = findChanges(present, values);
  if (Object.keys(changes).length === 0) return present;
  await write(key, { ...changes, updatedAt: context.now() });
  return requireById(transaction.sql, resource, key);
}

export function findChanges<Values extends object>(
  present: { readonly [Key in keyof Values]: unknown },
  values: Values,
): Changes<Values> {
  const known = new Map<string, unknown>(Object.entries(present));
  const changed = Object.entries(given(values)).filter(
    ([name, value]) => !isDeepStrictEqual(value, known.get(name)),
  );
  // These are some of the entries of `values`, with the same keys and types.
  return Object.fromEntries(changed) as Changes<Values>;
}

/** Returns the values without those that are undefined, which Prisma's types do not allow. */
export function given<Values extends object>(values: Values): Changes<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  // These are some of the entries of `values`, with the same keys and types.
  return Object.fromEntries(present) as Changes<Values>;
}
