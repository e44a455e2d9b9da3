import { type LegacyEventType, legacyEventTypes } from '../events/event-type.js';
import { defineResource } from '../resources/resource.js';
import { jsonObject, timestampText } from '../sql/json.js';

/** A webhook as v2 sees it: one type of event, on one channel or on all. */
export interface LegacyWebhookRecord {
  readonly id: string;
  readonly type: LegacyEventType;
  readonly url: string;
  readonly isActive: boolean;
  readonly channelId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Those that v2 made and can still tell of: v3 may since have given one several events, or a type unknown to v2. */
export const legacyWebhooks = defineResource<LegacyWebhookRecord>({
  name: 'api_webhook',
  table: 'webhooks',
  recordOf: legacyWebhookJson,
  view: {
    key: 'legacy-webhooks',
    condition: `webhooks.api_version = 'v2' and ${ofEntries('webhooks', isOneLegacyType())}`,
  },
});

function legacyWebhookJson(row: string): string {
  return jsonObject<LegacyWebhookRecord>({
    id: `${row}.id`,
    type: ofEntries(row, 'min(entry.type)'),
    url: `${row}.url`,
    isActive: `${row}.status = 'active'`,
    channelId: ofEntries(row, onlyChannelId()),
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
  });
}

function isOneLegacyType(): string {
  const types = legacyEventTypes.map((type) => `'${type}'`).join(', ');
  return `count(*) = 1 and bool_and(entry.type in (${types}))`;
}

/** As it was written; `channel_ids` holds it in the form that the fan-out compares. */
function onlyChannelId(): string {
  return `min(entry.scopes -> 0 -> 'ids' ->> 0) filter (where cardinality(entry.channel_ids) = 1)`;
}

function ofEntries(row: string, aggregate: string): string {
  return `(select ${aggregate} from webhook_events entry
    where entry.tenant_id = ${row}.tenant_id and entry.webhook_id = ${row}.id)`;
}
