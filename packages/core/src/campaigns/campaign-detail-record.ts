import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject } from '../sql/json.js';
import { type CampaignRecord, campaignColumns } from './campaign-record.js';
import { campaignFailureSql, type FailureReason } from './failure-reason.js';
import { hasOccurredSql } from './lock-campaign.js';

/** A campaign with its progress. */
export interface CampaignDetailRecord extends CampaignRecord {
  readonly totals: CampaignTotals;
  readonly failureReason: FailureReason | null;
}

/**
 * Totals over all occurrences so far, except `recipients`. Before the first occurrence, all recipients count as
 * pending, or as canceled or failed like the campaign, so that the numbers always add up. In a campaign with an audience,
 * an occurrence counts only the contacts that it found.
 */
export interface CampaignTotals {
  readonly recipients: number;
  readonly pending: number;
  /** Includes messages that were delivered or read. */
  readonly sent: number;
  /** Includes those read. */
  readonly delivered: number;
  readonly read: number;
  readonly failed: number;
  readonly skipped: number;
  readonly canceled: number;
  /** Sends to which the contact replied. */
  readonly replied: number;
  /** Sends after which the contact unsubscribed with a stop word. */
  readonly optedOut: number;
}

export const campaignDetails: SearchableResource<CampaignDetailRecord> = {
  ...defineResource<CampaignDetailRecord>({
    name: 'campaign',
    table: 'campaigns',
    recordOf: campaignDetailJson,
    view: { key: 'campaign-details', condition: 'true' },
  }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    status: { ...enumField('campaign_status'), column: 'status' },
    channelId: { kind: 'id', column: 'channel_id' },
    automationId: { kind: 'id', column: 'automation_id' },
    messageTemplateId: { kind: 'id', column: 'message_template_id' },
    segmentId: { kind: 'id', column: 'segment_id' },
    scheduledAt: { kind: 'timestamp', column: 'scheduled_at' },
    nextOccurrenceAt: { kind: 'timestamp', column: 'next_occurrence_at' },
  },
};

function campaignDetailJson(row: string): string {
  return jsonObject<CampaignDetailRecord>({
    ...campaignColumns(row),
    totals: totalsJson(row),
    failureReason: campaignFailureSql(row),
  });
}

/**
 * Adds up the changes that triggers have recorded, so that no send is counted anew. Sends that were removed when their
 * retention ended, or with their contact, still count.
 */
function totalsJson(row: string): string {
  const sum = (...columns: string[]) =>
    columns.map((column) => `coalesce(sum(change.${column}), 0)`).join(' + ');
  const unsent = (...statuses: string[]) =>
    `case when ${row}.status in (${statuses.map((status) => `'${status}'`).join(', ')})
       and not ${hasOccurredSql(row)} then ${sum('recipients')} else 0 end`;
  return `(select ${jsonObject<CampaignTotals>({
    recipients: sum('recipients'),
    pending: `${sum('pending')} + ${unsent('draft', 'scheduled', 'running')}`,
    sent: sum('sent', 'delivered', 'read'),
    delivered: sum('delivered', 'read'),
    read: sum('read'),
    failed: `${sum('failed')} + ${unsent('failed')}`,
    skipped: sum('skipped'),
    canceled: `${sum('canceled')} + ${unsent('canceled')}`,
    replied: sum('replied'),
    optedOut: sum('opted_out'),
  })} from campaign_result_changes change
  where change.tenant_id = ${row}.tenant_id and change.campaign_id = ${row}.id)`;
}
