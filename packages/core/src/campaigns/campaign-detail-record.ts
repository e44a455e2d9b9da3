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
 * Counts the rows in one statement, so that the numbers are consistent. Rows that were removed when their retention
 * ended still count.
 */
function totalsJson(row: string): string {
  const count = (...statuses: string[]) =>
    `coalesce(sum(send.number) filter (where send.status in (${statuses.map((status) => `'${status}'`).join(', ')})), 0)::int`;
  const recipients = `(${row}.removed_recipients + (select count(*)::int from campaign_recipients recipient
      where recipient.tenant_id = ${row}.tenant_id and recipient.campaign_id = ${row}.id))`;
  const unsent = (...statuses: string[]) =>
    `case when ${row}.status in (${statuses.map((status) => `'${status}'`).join(', ')})
       and not ${hasOccurredSql(row)} then ${recipients} else 0 end`;
  return `(select ${jsonObject<CampaignTotals>({
    recipients,
    pending: `${count('pending')} + ${unsent('draft', 'scheduled', 'running')}`,
    sent: count('sent', 'delivered', 'read'),
    delivered: count('delivered', 'read'),
    read: count('read'),
    failed: `${count('failed')} + ${unsent('failed')}`,
    skipped: count('skipped'),
    canceled: `${count('canceled')} + ${unsent('canceled')}`,
  })} from (
    select kept.status::text, count(*) as number from campaign_sends kept
    where kept.tenant_id = ${row}.tenant_id and kept.campaign_id = ${row}.id group by 1
    union all
    select removed.status, removed.number::bigint from campaign_occurrences occurrence
    cross join lateral jsonb_each_text(occurrence.removed_sends) as removed(status, number)
    where occurrence.tenant_id = ${row}.tenant_id and occurrence.campaign_id = ${row}.id
  ) send)`;
}
