import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import { ensureLabels } from './ensure-labels.js';

/** Adds the labels, and returns the ids of the contacts that lacked at least one of theirs. */
export async function putLabels(
  transaction: Transaction,
  context: Context,
  people: readonly { readonly contactId: string; readonly labelNames?: ReadonlySet<string> }[],
): Promise<string[]> {
  const names = new Set(people.flatMap(({ labelNames = [] }) => [...labelNames]));
  if (names.size === 0) return [];
  const labelIds = await ensureLabels(transaction, context, names);
  const rows = people.flatMap(({ contactId, labelNames = [] }) =>
    [...labelNames].map((name) => ({ contactId, labelId: labelIds.get(name) })),
  );
  return putLabelIds(transaction, context, rows);
}

/** Like `putLabels`, with the ids of existing labels instead of names. */
export async function putLabelIds(
  { sql }: Transaction,
  { tenantId, now }: Context,
  rows: readonly { readonly contactId: string; readonly labelId: string | undefined }[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await sql(insertContactLabels, [tenantId, now(), JSON.stringify(rows)]);
  return added.map(({ contactId }) => contactId);
}

const insertContactLabels = bulkStatement<{ contactId: string }>(
  'put-labels',
  `insert into contact_labels (tenant_id, contact_id, label_id, created_at)
   select $1::uuid, "contactId", "labelId", $2::timestamptz
   from json_to_recordset($3::json) as entry("contactId" uuid, "labelId" uuid)
   order by "contactId", "labelId"
   on conflict do nothing
   returning contact_id as "contactId"`,
);
