import type { TriggerType } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { jsonObject, timestampText } from '../sql/json.js';
import { type AutomationRecord, automationColumns } from './automation-record.js';
import type { AutomationStep } from './versions/steps.js';

/** An automation with its active and its latest version. */
export interface AutomationDetailRecord extends AutomationRecord {
  /** Null when no version is active. */
  readonly activeVersion: AutomationVersionRecord | null;
  readonly latestVersion: AutomationVersionRecord;
  /** Null unless the active version has the trigger `schedule`. */
  readonly occurrences: OccurrencesRecord | null;
}

export interface OccurrencesRecord {
  readonly nextOccurrenceAt: string | null;
  readonly lastOccurrenceAt: string | null;
  readonly failureReason: { readonly code: string; readonly message: string } | null;
}

export interface AutomationVersionRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly number: number;
  readonly trigger: VersionTrigger;
  readonly steps: readonly AutomationStep[];
}

/** The trigger of a version. */
interface VersionTrigger {
  readonly type: TriggerType;
  /** Null for every channel. */
  readonly channelId: string | null;
  /** With `message_received`: the keyword that the text must contain; null for any text. */
  readonly keyword: string | null;
  /** With `message_received`: the id of the choice that the message must make; null for any message. */
  readonly replyId: string | null;
  /** With `label_added`: the label that must be added; null for any label. */
  readonly labelId: string | null;
  /** With `attribute_changed`: the attribute whose value must change; null for any attribute. */
  readonly attributeId: string | null;
  /** With `campaign_replied`: the campaign to which the contact must reply; null for any campaign. */
  readonly campaignId: string | null;
  /** With `schedule`: a recurrence rule, and `workspace` or the name of the zone whose clock it follows. */
  readonly rule: string | null;
  readonly timeZone: string | null;
  /** With `schedule`: the contacts, by one of the two. */
  readonly audienceQuery: string | null;
  readonly segmentId: string | null;
}

export const automationDetails = defineResource<AutomationDetailRecord>({
  name: 'automation',
  table: 'automations',
  recordOf: (row) =>
    jsonObject<AutomationDetailRecord>({
      ...automationColumns(row),
      activeVersion: versionJson(row, 'active_version_id'),
      latestVersion: versionJson(row, 'latest_version_id'),
      occurrences: `case when ${row}.active_version_trigger_type::text = 'schedule' then ${jsonObject<OccurrencesRecord>(
        {
          nextOccurrenceAt: timestampText(`${row}.next_occurrence_at`),
          lastOccurrenceAt: timestampText(`${row}.occurs_at`),
          failureReason: `${row}.occurrence_failure`,
        },
      )} end`,
    }),
  view: { key: 'automation-details', condition: 'true' },
});

function versionJson(row: string, column: string): string {
  return `(select ${jsonObject<AutomationVersionRecord>({
    id: 'version.id',
    createdAt: timestampText('version.created_at'),
    number: 'version.number',
    trigger: jsonObject<VersionTrigger>({
      type: 'version.trigger_type',
      channelId: 'version.trigger_channel_id',
      keyword: `version.trigger_parameters ->> 'keyword'`,
      labelId: `version.trigger_parameters ->> 'labelId'`,
      replyId: `version.trigger_parameters ->> 'replyId'`,
      attributeId: `version.trigger_parameters ->> 'attributeId'`,
      campaignId: `version.trigger_parameters ->> 'campaignId'`,
      rule: `version.trigger_parameters ->> 'rule'`,
      timeZone: `version.trigger_parameters ->> 'timeZone'`,
      audienceQuery: `version.trigger_parameters ->> 'audienceQuery'`,
      segmentId: `version.trigger_parameters ->> 'segmentId'`,
    }),
    steps: 'version.steps',
  })} from automation_versions version
    where version.tenant_id = ${row}.tenant_id and version.automation_id = ${row}.id
      and version.id = ${row}.${column})`;
}
