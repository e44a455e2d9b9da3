import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { Faults } from '../faults.js';
import { newId } from '../ids.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { type Transaction, transact } from '../sql/transact.js';
import { addRecipients } from './add-recipients.js';
import { type CampaignRecord, campaignJson } from './campaign-record.js';
import { checkAttributes, findTargets, refuseUnlessFound, type Targets } from './find-targets.js';
import { checkFlags, checkTiming, type NewCampaign, readTiming } from './new-campaign.js';
import { scheduleCampaign } from './schedule-campaign.js';

/**
 * Records a campaign with all its recipients, or nothing. Unless it is a draft it begins as `scheduled`, also when it is
 * to start at once: the worker takes it from there.
 */
export function createCampaign(context: Context, campaign: NewCampaign): Promise<CampaignRecord> {
  const isLarge = (campaign.contacts?.length ?? 0) > mostContactsAtOnce;
  return isLarge ? limitBulkWork(context, () => create(context, campaign)) : create(context, campaign);
}

/** Beyond this the contacts take most of the time. */
const mostContactsAtOnce = 100;

function create(context: Context, campaign: NewCampaign): Promise<CampaignRecord> {
  return transact(context, async (transaction) => {
    const targets = await findTargets(transaction, context, campaign);
    refuseUnlessSound(context, campaign, targets);
    const created = await insertCampaign(transaction, context, campaign);
    const { id: campaignId, nextOccurrenceAt } = created;
    await addRecipients(transaction, context, { campaignId, recipients: campaign, targets });
    if (nextOccurrenceAt !== null) {
      await scheduleCampaign(transaction, context, { campaignId, at: new Date(nextOccurrenceAt) });
    }
    return created;
  });
}

/** What is wrong in the request itself comes before what it refers to; all faults of the body come together. */
function refuseUnlessSound({ now }: Context, campaign: NewCampaign, targets: Targets): void {
  const faults = new Faults();
  checkFlags(campaign, faults);
  checkTiming(campaign, now(), faults);
  const isRequestWrong = faults.areAny;
  checkAttributes(campaign.contacts ?? [], targets, faults);
  if (isRequestWrong) faults.refuseIfAny();
  refuseUnlessFound(campaign, targets);
  faults.refuseIfAny();
}

async function insertCampaign(
  { sql }: Transaction,
  { tenantId, now }: Context,
  campaign: NewCampaign,
): Promise<CampaignRecord> {
  const createdAt = now();
  const { isScheduled, isRecurring, startsAt, firstOccurrenceAt } = readTiming(campaign, createdAt);
  const { isDraft = false } = campaign;
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
    isDraft ? 'draft' : 'scheduled',
    isDraft ? null : startsAt,
    isDraft ? null : firstOccurrenceAt,
  ]);
  if (row === undefined) throw new Error('The new campaign was not given back');
  return row.record;
}

const insert = statement<{ record: CampaignRecord }>(
  'insert-campaign',
  `with created as (
     insert into campaigns (tenant_id, created_at, updated_at, id, channel_id, automation_id, message_template_id,
       name, is_scheduled, scheduled_at, is_recurring, recurrence_rules, variables, status, starts_at,
       next_occurrence_at)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::uuid,
       $7::text, $8::boolean, $9::timestamptz, $10::boolean, $11::text[], $12::jsonb, $13::campaign_status,
       $14::timestamptz, $15::timestamptz)
     returning *
   )
   select ${campaignJson('created')} as record from created`,
);
