import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { defaultColor } from '../../labels/label-values.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';

/**
 * Returns label ids by name and creates the labels that are missing. When a concurrent transaction creates the same
 * label, that one is used.
 */
export async function ensureLabels(
  transaction: Transaction,
  context: Context,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  while (true) {
    const missing = [...names].filter((name) => !known.has(name));
    if (missing.length === 0) return known;
    for (const { id, name } of await find(transaction, context, missing)) known.set(name, id);
    await insertMissing(
      transaction,
      context,
      missing.filter((name) => !known.has(name)),
    );
  }
}

interface LabelRow {
  readonly id: string;
  readonly name: string;
}

function find({ sql }: Transaction, { tenantId }: Context, names: readonly string[]): Promise<LabelRow[]> {
  return sql(selectLabels, [tenantId, names]);
}

const selectLabels = bulkStatement<LabelRow>(
  'find-labels-by-name',
  `with ${opaqueTenant}
   select label.id, label.name from tenant cross join unnest($2::text[]) as requested(name)
   cross join lateral (
     select id, name from labels where tenant_id = tenant.id and name = requested.name for key share
   ) label`,
);

async function insertMissing(
  { sql }: Transaction,
  { tenantId, now }: Context,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await sql(insertLabels, [tenantId, now(), names, names.map(newId), defaultColor]);
}

/** Inserts in the order of the names, so that two imports cannot deadlock. */
const insertLabels = bulkStatement(
  'import-labels',
  `insert into labels (tenant_id, id, name, color, created_at, updated_at)
   select $1::uuid, id, name, $5::text, $2::timestamptz, $2::timestamptz
   from unnest($3::text[], $4::uuid[]) as entry(name, id)
   order by name
   on conflict (tenant_id, name) do nothing`,
);
