import { importContacts } from '../contacts/import/import-contacts.js';
import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Context } from '../context.js';
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
  {
    campaignId,
    contacts: entries = [],
    targets,
  }: Pick<Recipients, 'contacts'> & { campaignId: string; targets: Targets },
): Promise<void> {
  const attributeIds = new Map(targets.attributes.map(({ externalId, id }) => [externalId, id]));
  const imported = await importContacts(transaction, context, { entries, attributeIds });
  const contactIds = [...new Set([...targets.contactIds, ...imported])];
  if (contactIds.length === 0) return;
  await transaction.sql(insert, [context.tenantId, context.now(), campaignId, contactIds]);
}

const insert = bulkStatement(
  `insert into campaign_recipients (tenant_id, id, campaign_id, contact_id, created_at)
   select $1::uuid, ${newIdSql('$2::timestamptz')}, $3::uuid, contact_id, $2::timestamptz
   from unnest($4::uuid[]) as recipient(contact_id)`,
);
