import { type CampaignStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError, notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { type CampaignRecord, campaignJson } from './campaign-record.js';

export interface LockedCampaign extends CampaignRecord {
  /** Whether it has been sent before. */
  readonly hasOccurred: boolean;
}

/** The campaign, which nobody else changes until the transaction ends; refused in any state that is not allowed. */
export async function lockCampaign(
  { sql }: Transaction,
  { tenantId }: Context,
  { campaignId, allowed }: { campaignId: string; allowed: readonly CampaignStatus[] },
): Promise<LockedCampaign> {
  const [row] = isId(campaignId) ? await sql(lock, [tenantId, campaignId]) : [];
  if (row === undefined) throw notFound('campaign');
  if (!allowed.includes(row.record.status)) throw new DomainError('campaign_state_conflict');
  return { ...row.record, hasOccurred: row.hasOccurred };
}

/** The same as it is now, for work that takes a while; undefined when there is none. */
export async function peekAtCampaign(
  { database, tenantId }: Context,
  campaignId: string,
): Promise<LockedCampaign | undefined> {
  const [row] = isId(campaignId) ? await database.sql(peek, [tenantId, campaignId]) : [];
  return row && { ...row.record, hasOccurred: row.hasOccurred };
}

interface Row {
  readonly record: CampaignRecord;
  readonly hasOccurred: boolean;
}

const select = `select ${campaignJson('campaign')} as record, exists (
     select from campaign_occurrences occurrence
     where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
   ) as "hasOccurred"
   from campaigns campaign where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid`;

const peek = statement<Row>('peek-at-campaign', select);
const lock = statement<Row>('lock-campaign', `${select} for no key update`);
