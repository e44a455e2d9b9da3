import { statement } from '@parley/database';
import { importContacts } from '../contacts/import/import-contacts.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { Faults } from '../faults.js';
import { newId } from '../ids.js';
import { addJob } from '../jobs/add-job.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type CampaignRecord, campaignJson } from './campaign-record.js';
import { checkAttributes, findTargets, type Targets } from './find-targets.js';
import { checkTiming, type NewCampaign, readTiming } from './new-campaign.js';

/**
 * Records a campaign with all its recipients, or nothing. It begins as `scheduled`, also when it is to start at once:
 * the worker takes it from there.
 */
export function createCampaign(context: Context, campaign: NewCampaign): Promise<CampaignRecord> {
  return transact(context, async (transaction) => {
    const targets = await findTargets(transaction, context, campaign);
    refuseUnlessSound(campaign, targets);
    const created = await insertCampaign(transaction, context, campaign);
    const attributeIds = new Map(targets.attributes.map(({ externalId, id }) => [externalId, id]));
    const entries = campaign.contacts ?? [];
    const contactIds = await importContacts(transaction, context, { entries, attributeIds });
    await insertRecipients(transaction, context, { campaignId: created.id, contactIds });
    await scheduleStart(transaction, context, created);
    return created;
  });
}

/** What is wrong in the request itself comes before what it refers to; all faults of the body come together. */
function refuseUnlessSound(campaign: NewCampaign, targets: Targets): void {
  const faults = new Faults();
  checkTiming(campaign, faults);
  const isRequestWrong = faults.areAny;
  checkAttributes(campaign.contacts ?? [], targets, faults);
  if (isRequestWrong) faults.refuseIfAny();
  if (!targets.isChannelFound) throw notFound('channel');
  if (!targets.isAutomationFound) throw notFound(campaign.automationTerm);
  if (campaign.messageTemplateId && !targets.isMessageTemplateFound) throw notFound('message_template');
  faults.refuseIfAny();
}

async function insertCampaign(
  { sql }: Transaction,
  { tenantId, now }: Context,
  campaign: NewCampaign,
): Promise<CampaignRecord> {
  const createdAt = now();
  const { isScheduled, isRecurring, firstOccurrenceAt } = readTiming(campaign, createdAt);
  const [row] = await sql(insert, [
    tenantId,
    createdAt,
    newId(),
    campaign.channelId,
    campaign.automationId,
    campaign.messageTemplateId ?? null,
    campaign.name,
    isScheduled,
    campaign.scheduledAt ?? null,
    isRecurring,
    campaign.recurrenceRules ?? [],
    JSON.stringify(campaign.variables ?? []),
    firstOccurrenceAt,
  ]);
  if (row === undefined) throw new Error('The new campaign was not given back');
  return row.record;
}

const insert = statement<{ record: CampaignRecord }>(
  'insert-campaign',
  `with created as (
     insert into campaigns (tenant_id, created_at, updated_at, id, channel_id, automation_id, message_template_id,
       name, status, is_scheduled, scheduled_at, is_recurring, recurrence_rules, variables, next_occurrence_at)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::uuid,
       $7::text, 'scheduled', $8::boolean, $9::timestamptz, $10::boolean, $11::text[], $12::jsonb, $13::timestamptz)
     returning *
   )
   select ${campaignJson('created')} as record from created`,
);

async function insertRecipients(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { campaignId, contactIds }: { campaignId: string; contactIds: readonly string[] },
): Promise<void> {
  if (contactIds.length > 0) await sql(insertAll, [tenantId, now(), campaignId, contactIds]);
}

const insertAll = bulkStatement(
  `insert into campaign_recipients (tenant_id, id, campaign_id, contact_id, created_at)
   select $1::uuid, ${newIdSql('$2::timestamptz')}, $3::uuid, contact_id, $2::timestamptz
   from unnest($4::uuid[]) as recipient(contact_id)`,
);

async function scheduleStart(
  transaction: Transaction,
  { tenantId }: Context,
  { id: campaignId, nextOccurrenceAt }: CampaignRecord,
): Promise<void> {
  if (nextOccurrenceAt === null) return;
  await addJob(transaction, {
    task: 'start-campaign',
    payload: { tenantId, campaignId },
    runAt: new Date(nextOccurrenceAt),
    key: `start-campaign:${tenantId}:${campaignId}`,
  });
}
