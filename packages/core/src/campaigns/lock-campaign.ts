import type { CampaignStatus } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { findById } from '../resources/find-by-id.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { defineResource } from '../resources/resource.js';
import { jsonObject, timestampText } from '../sql/json.js';
import type { Transaction } from '../sql/transact.js';
import { type CampaignRecord, campaignColumns } from './campaign-record.js';

export interface LockedCampaign extends CampaignRecord {
  /** Whether the campaign has been sent before. */
  readonly hasOccurred: boolean;
  /** The zone whose clock the rules follow: that of the campaign, or else that of the workspace. */
  readonly clockZone: string;
  /** The start of the recurrence rules; null for a draft. */
  readonly startsAt: string | null;
  readonly workspaceZone: string;
}

/** Locks and returns the campaign; throws when its status is not allowed. */
export async function lockCampaign(
  transaction: Transaction,
  context: Context,
  { campaignId, allowed }: { campaignId: string; allowed: readonly CampaignStatus[] },
): Promise<LockedCampaign> {
  const id = await lockById(transaction, context, lockedCampaigns, campaignId);
  const campaign = await requireById(transaction.sql, lockedCampaigns, { tenantId: context.tenantId, id });
  if (!allowed.includes(campaign.status)) throw new DomainError('campaign_state_conflict');
  return campaign;
}

/** Returns the campaign without a lock, for work that takes a while; undefined when there is none. */
export function peekAtCampaign(
  { database, tenantId }: Context,
  id: string,
): Promise<LockedCampaign | undefined> {
  return findById(database.sql, lockedCampaigns, { tenantId, id });
}

const lockedCampaigns = defineResource<LockedCampaign>({
  name: 'campaign',
  table: 'campaigns',
  recordOf: (row) =>
    jsonObject<LockedCampaign>({
      ...campaignColumns(row),
      hasOccurred: hasOccurredSql(row),
      clockZone: clockZoneSql(row),
      startsAt: timestampText(`${row}.starts_at`),
      workspaceZone: workspaceZoneSql(row),
    }),
  view: { key: 'locked-campaigns', condition: 'true' },
});

export function hasOccurredSql(campaign: string): string {
  return `exists (select from campaign_occurrences occurrence
    where occurrence.tenant_id = ${campaign}.tenant_id and occurrence.campaign_id = ${campaign}.id)`;
}

/** The zone whose clock the rules of a campaign follow. */
export function clockZoneSql(campaign: string): string {
  return `coalesce(${campaign}.time_zone, ${workspaceZoneSql(campaign)})`;
}

function workspaceZoneSql(campaign: string): string {
  return `(select tenant.time_zone from tenants tenant where tenant.id = ${campaign}.tenant_id)`;
}
