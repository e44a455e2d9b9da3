import type { CampaignSendStatus, SkippedReason } from '@parley/database';
import { textOfItsContact } from '../contacts/contact-text.js';
import type { RecordSource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { Searchable } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';
import { campaigns } from './campaign-record.js';
import { type FailureReason, knownReasonSql } from './failure-reason.js';

/** A recipient of a campaign, with the outcome of the latest occurrence. */
export interface CampaignRecipientRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly contactId: string;
  readonly status: CampaignSendStatus;
  readonly skippedReason: SkippedReason | null;
  /** The reason of a send that failed, or that was canceled because the automation was deactivated. */
  readonly failureReason: FailureReason | null;
  readonly messageId: string | null;
  readonly automationRunId: string | null;
  /** Null before the first occurrence. */
  readonly occursAt: string | null;
  /** The time of the first reply to the latest occurrence. */
  readonly repliedAt: string | null;
  /** The time of the stop word with which the contact unsubscribed after the latest occurrence. */
  readonly optedOutAt: string | null;
}

const source: RecordSource<CampaignRecipientRecord> = {
  name: 'campaign',
  table: 'campaign_recipient_states',
  recordOf: recipientJson,
};

/** Defines the search over the recipients of one campaign. */
export function recipientsOf(campaignId: string): Searchable<CampaignRecipientRecord> {
  return {
    ...source,
    parent: { resource: campaigns, id: campaignId, column: 'campaign_id' },
    searchColumn: textOfItsContact,
    fields,
  };
}

const fields: Searchable<CampaignRecipientRecord>['fields'] = {
  id: { kind: 'id', column: 'id' },
  createdAt: { kind: 'timestamp', column: 'created_at' },
  contactId: { kind: 'id', column: 'contact_id' },
  status: { ...enumField('campaign_send_status'), column: 'status', isComputed: true },
  skippedReason: { ...enumField('skipped_reason'), column: 'skipped_reason', isComputed: true },
  repliedAt: { kind: 'timestamp', column: 'replied_at', isComputed: true },
  optedOutAt: { kind: 'timestamp', column: 'opted_out_at', isComputed: true },
};

function recipientJson(row: string): string {
  return jsonObject<CampaignRecipientRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    contactId: `${row}.contact_id`,
    status: `${row}.status`,
    skippedReason: `${row}.skipped_reason`,
    failureReason: `case when ${row}.status = 'failed' then ${knownReasonSql(`${row}.failure_reason`)}
      else ${row}.failure_reason end`,
    messageId: `${row}.message_id`,
    automationRunId: `${row}.automation_run_id`,
    occursAt: timestampText(`${row}.occurs_at`),
    repliedAt: timestampText(`${row}.replied_at`),
    optedOutAt: timestampText(`${row}.opted_out_at`),
  });
}
