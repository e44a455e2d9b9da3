import { importContacts } from '../contacts/import-contacts.js';
import type { Context } from '../context.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import type { Targets } from './find-targets.js';
import type { Recipients } from './recipients.js';

export interface RecipientsToAdd extends Pick<Recipients, 'contacts'> {
  readonly campaignId: string;
  /** Includes the contacts that were named by id. */
  readonly targets: Targets;
}

/** Adds existing contacts and contacts of an import, each person once. */
export async function addRecipients(
  transaction: Transaction,
  context: Context,
  { campaignId, ...named }: RecipientsToAdd,
): Promise<void> {
  const contactIds = await resolveRecipients(transaction, context, named);
  await insertRecipients(transaction, context, { campaignId, contactIds });
}

/** Returns the ids of all named contacts, each once, and creates the contacts that do not exist. */
export async function resolveRecipients(
  transaction: Transaction,
  context: Context,
  { contacts: entries = [], targets }: Omit<RecipientsToAdd, 'campaignId'>,
): Promise<string[]> {
  const attributeIds = new Map(targets.attributes.map(({ externalId, id }) => [externalId, id]));
  const imported = await importContacts(transaction, context, { entries, attributeIds });
  return [...new Set([...targets.contactIds, ...imported])];
}

export async function insertRecipients(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { campaignId, contactIds }: { campaignId: string; contactIds: readonly string[] },
): Promise<void> {
  if (contactIds.length > 0) await sql(insert, [tenantId, now(), campaignId, contactIds]);
}

const insert = bulkStatement(
  'insert-campaign-recipients',
  `insert into campaign_recipients (tenant_id, id, campaign_id, contact_id, created_at)
   select $1::uuid, ${newIdSql('$2::timestamptz')}, $3::uuid, contact_id, $2::timestamptz
   from unnest($4::uuid[]) as recipient(contact_id)`,
);
