import type { AutomationRunStatus } from '@parley/database';
import { jsonObject, timestampText } from '../../sql/json.js';
import type { RunError } from '../versions/step-failure.js';

/** One run of an automation for a contact. */
export interface AutomationRunRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly automationId: string;
  readonly automationVersionId: string;
  readonly contactId: string;
  readonly chatId: string | null;
  /** Null unless a campaign started it. */
  readonly campaignId: string | null;
  readonly status: AutomationRunStatus;
  readonly scheduledAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly position: number;
  readonly error: RunError | null;
}

export function runJson(row: string): string {
  return jsonObject<AutomationRunRecord>(runColumns(row));
}

/** Returns one SQL expression for each key of the record. Records that extend it use these expressions. */
export function runColumns(row: string): { readonly [Key in keyof AutomationRunRecord]: string } {
  return {
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    automationId: `${row}.automation_id`,
    automationVersionId: `${row}.automation_version_id`,
    contactId: `${row}.contact_id`,
    chatId: `${row}.chat_id`,
    campaignId: `(select send.campaign_id from campaign_sends send
      where send.tenant_id = ${row}.tenant_id and send.id = ${row}.campaign_send_id)`,
    status: `${row}.status`,
    scheduledAt: timestampText(`${row}.scheduled_at`),
    startedAt: timestampText(`${row}.started_at`),
    finishedAt: timestampText(`${row}.finished_at`),
    position: `${row}.position`,
    error: `${row}.error`,
  };
}
