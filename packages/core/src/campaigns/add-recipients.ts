import { importContacts } from '../contacts/import/import-contacts.js';
import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Context } from '../context.js';
import { Faults } from '../faults.js';
import { isId } from '../ids.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import type { Targets } from './find-targets.js';

export interface Recipients {
  readonly contacts?: readonly ImportEntry[] | undefined;
  readonly contactIds?: readonly string[] | undefined;
}

const maxRecipients = 5_000;

/** Both lists together are limited, which the contract cannot say. */
export function checkRecipients({ contacts = [], contactIds = [] }: Recipients, faults: Faults): void {
  if (contacts.length + contactIds.length <= maxRecipients) return;
  const message = `contacts and contactIds must contain at most ${maxRecipients} element(s) together`;
  faults.add(contacts.length > 0 ? 'contacts' : 'contactIds', 'too_big', message);
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
  const wanted = contactIds.map((id) => id.toLowerCase());
  if (wanted.length === 0) return [];
  const found = await sql(lock, [tenantId, [...new Set(wanted.filter(isId))]]);
  const known = new Set(found.map(({ id }) => id));
  const faults = new Faults();
  wanted.forEach((id, index) => {
    if (!known.has(id)) faults.add(`contactIds.${index}`, 'not_found', 'Contact not found');
  });
  faults.refuseIfAny();
  return [...known];
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
