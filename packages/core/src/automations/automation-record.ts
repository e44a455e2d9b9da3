import type { AutomationStatus, TriggerType } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface AutomationRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string;
  readonly status: AutomationStatus;
  readonly activeVersionId: string | null;
  readonly activeVersionTriggerType: TriggerType | null;
  readonly activeVersionTriggerParametersChannelId: string | null;
  readonly latestVersionTriggerType: TriggerType;
  readonly latestVersionTriggerParametersChannelId: string | null;
  readonly latestVersionId: string;
}

const triggerType = enumField('trigger_type');

export const automations: SearchableResource<AutomationRecord> = {
  ...defineResource<AutomationRecord>({ name: 'automation', table: 'automations', recordOf: automationJson }),
  searchColumn: 'name',
  hasRevisions: true,
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    name: { kind: 'text', column: 'name' },
    status: { ...enumField('automation_status'), column: 'status' },
    activeVersionId: { kind: 'id', column: 'active_version_id' },
    activeVersionTriggerType: { ...triggerType, column: 'active_version_trigger_type' },
    activeVersionTriggerParametersChannelId: {
      kind: 'id',
      column: 'active_version_trigger_parameters_channel_id',
    },
    latestVersionTriggerType: { ...triggerType, column: 'latest_version_trigger_type' },
    latestVersionTriggerParametersChannelId: {
      kind: 'id',
      column: 'latest_version_trigger_parameters_channel_id',
    },
    latestVersionId: { kind: 'id', column: 'latest_version_id' },
  },
};

function automationJson(row: string): string {
  return jsonObject<AutomationRecord>(automationColumns(row));
}

/** Returns one SQL expression for each key of the record. Records that extend it use these expressions. */
export function automationColumns(row: string): { readonly [Key in keyof AutomationRecord]: string } {
  return {
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    name: `${row}.name`,
    status: `${row}.status`,
    activeVersionId: `${row}.active_version_id`,
    activeVersionTriggerType: `${row}.active_version_trigger_type`,
    activeVersionTriggerParametersChannelId: `${row}.active_version_trigger_parameters_channel_id`,
    latestVersionTriggerType: `${row}.latest_version_trigger_type`,
    latestVersionTriggerParametersChannelId: `${row}.latest_version_trigger_parameters_channel_id`,
    latestVersionId: `${row}.latest_version_id`,
  };
}
