import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import type { PrismaTransaction } from '../sql/transact.js';
import { insertRecipients, type RecipientsToAdd, resolveRecipients } from './add-recipients.js';

/** Replaces the recipients of a campaign. If the list equals the current recipients, nothing changes. */
export async function replaceRecipients(
  transaction: PrismaTransaction,
  context: Context,
  { campaignId, ...named }: RecipientsToAdd,
): Promise<void> {
  const { tenantId, now } = context;
  const { sql } = transaction;
  const contactIds = await resolveRecipients(transaction, context, named);
  const [found] = await sql(compare, [tenantId, campaignId, contactIds]);
  if (found?.areSame) return;
  await sql(remove, [tenantId, campaignId]);
  await insertRecipients(transaction, context, { campaignId, contactIds });
  const where = { tenantId_id: { tenantId, id: campaignId } };
  await transaction.prisma.campaign.update({ where, data: { updatedAt: now() } });
}

const compare = bulkStatement<{ areSame: boolean }>(
  'compare-campaign-recipients',
  `select array(
       select contact_id from campaign_recipients where tenant_id = $1::uuid and campaign_id = $2::uuid order by contact_id
     ) = array(select id from unnest($3::uuid[]) as given(id) order by id) as "areSame"`,
);

const remove = statement(
  'remove-campaign-recipients',
  `delete from campaign_recipients where tenant_id = $1::uuid and campaign_id = $2::uuid`,
);
