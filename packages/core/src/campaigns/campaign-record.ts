import type { CampaignStatus } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface CampaignRecord {
  readonly id: string;
  readonly name: string;
  readonly channelId: string;
  readonly automationId: string;
  readonly messageTemplateId: string | null;
  /** The file that replaces the media of the template steps. */
  readonly mediaFileId: string | null;
  readonly status: CampaignStatus;
  readonly isScheduled: boolean;
  readonly scheduledAt: string | null;
  readonly isRecurring: boolean;
  readonly recurrenceRules: readonly string[];
  /** IANA name or `contact`; null for the zone of the workspace. Events that were stored before the column existed lack it. */
  readonly timeZone?: string | null;
  readonly variables: readonly CampaignVariable[];
  /** The expression that finds the recipients of each occurrence. Null for a list of recipients or a segment. */
  readonly audienceQuery: string | null;
  readonly segmentId: string | null;
  readonly nextOccurrenceAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface CampaignVariable {
  readonly name: string;
  readonly value: string;
}

export const campaigns = defineResource<CampaignRecord>({
  name: 'campaign',
  table: 'campaigns',
  recordOf: campaignJson,
});

export function campaignJson(row: string): string {
  return jsonObject<CampaignRecord>(campaignColumns(row));
}

/** Returns one SQL expression for each key of the record. Records that extend it use these expressions. */
export function campaignColumns(row: string): { readonly [Key in keyof CampaignRecord]: string } {
  return {
    id: `${row}.id`,
    name: `${row}.name`,
    channelId: `${row}.channel_id`,
    automationId: `${row}.automation_id`,
    messageTemplateId: `${row}.message_template_id`,
    mediaFileId: `${row}.media_file_id`,
    status: `${row}.status`,
    isScheduled: `${row}.is_scheduled`,
    scheduledAt: timestampText(`${row}.scheduled_at`),
    isRecurring: `${row}.is_recurring`,
    recurrenceRules: `${row}.recurrence_rules`,
    timeZone: `${row}.time_zone`,
    variables: `${row}.variables`,
    audienceQuery: `${row}.audience_query`,
    segmentId: `${row}.segment_id`,
    nextOccurrenceAt: timestampText(`${row}.next_occurrence_at`),
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
  };
}
