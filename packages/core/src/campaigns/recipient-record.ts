import { CampaignSendStatus } from '@parley/database';
import { defineResource } from '../resources/resource.js';
import type { Searchable } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';
import { campaigns } from './campaign-record.js';

/** A recipient of a campaign, and what became of the latest occurrence. */
export interface CampaignRecipientRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly contactId: string;
  readonly status: CampaignSendStatus;
  readonly skippedReason: string | null;
  readonly messageId: string | null;
  /** Null before the first occurrence. */
  readonly occursAt: string | null;
}

const resource = defineResource<CampaignRecipientRecord>({
  name: 'campaign',
  table: 'campaign_recipient_states',
  recordOf: recipientJson,
});

/** The recipients of one campaign, for a search. */
export function recipientsOf(campaignId: string): Searchable<CampaignRecipientRecord> {
  return {
    ...resource,
    parent: { resource: campaigns, id: campaignId, column: 'campaign_id' },
    searchColumn: 'skipped_reason',
    fields,
  };
}

const fields: Searchable<CampaignRecipientRecord>['fields'] = {
  id: { kind: 'id', column: 'id' },
  createdAt: { kind: 'timestamp', column: 'created_at' },
  contactId: { kind: 'id', column: 'contact_id' },
  status: {
    kind: 'enum',
    column: 'status',
    type: 'campaign_send_status',
    values: Object.values(CampaignSendStatus),
  },
};

function recipientJson(row: string): string {
  return jsonObject<CampaignRecipientRecord>({
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    contactId: `${row}.contact_id`,
    status: `${row}.status`,
    skippedReason: `${row}.skipped_reason`,
    messageId: `${row}.message_id`,
    occursAt: timestampText(`${row}.occurs_at`),
  });
}
