import { importContacts } from '../contacts/import/import-contacts.js';
import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import type { Targets } from './find-targets.js';

export interface Recipients {
  readonly contacts?: readonly ImportEntry[] | undefined;
  readonly contactIds?: readonly string[] | undefined;
}

/** Adds contacts that exist and contacts as an importer names them, each person once. */
export async function addRecipients(
  transaction: Transaction,
  context: Context,
  { campaignId, recipients, targets }: { campaignId: string; recipients: Recipients; targets: Targets },
): Promise<void> {
  const attributeIds = new Map(targets.attributes.map(({ externalId, id }) => [externalId, id]));
  const known = await requireContacts(transaction, context, recipients.contactIds ?? []);
  const entries = recipients.contacts ?? [];
  const imported = await importContacts(transaction, context, { entries, attributeIds });
  const contactIds = [...new Set([...known, ...imported])];
  if (contactIds.length === 0) return;
  await transaction.sql(insert, [context.tenantId, context.now(), campaignId, contactIds]);
}

async function requireContacts(
  { sql }: Transaction,
  { tenantId }: Context,
  contactIds: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(contactIds.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const found = wanted.every(isId) ? await sql(lock, [tenantId, wanted]) : [];
  if (found.length < wanted.length) throw notFound('contact');
  return wanted;
}

/** In the order of their ids, as imports do, so that two of them cannot wait for each other in a circle. */
const lock = bulkStatement<{ id: string }>(
  `select id from contacts where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id for key share`,
);

const insert = bulkStatement(
  `insert into campaign_recipients (tenant_id, id, campaign_id, contact_id, created_at)
   select $1::uuid, ${newIdSql('$2::timestamptz')}, $3::uuid, contact_id, $2::timestamptz
   from unnest($4::uuid[]) as recipient(contact_id)`,
);
