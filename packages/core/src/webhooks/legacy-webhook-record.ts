import { type LegacyEventType, legacyEventTypes } from '../events/event-type.js';
import { defineResource } from '../resources/resource.js';
import { jsonObject, timestampText } from '../sql/json.js';

/** A webhook of the previous API version: one type of event, on one channel or on all. */
export interface LegacyWebhookRecord {
  readonly id: string;
  readonly type: LegacyEventType;
  readonly url: string;
  readonly isActive: boolean;
  readonly channelId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The webhooks that the previous API version created, whatever has changed since: a client of that version must be able
 * to switch them off and delete them.
 */
export const legacyWebhooks = defineResource<LegacyWebhookRecord>({
  name: 'api_webhook',
  table: 'webhooks',
  recordOf: legacyWebhookJson,
  view: { key: 'legacy-webhooks', condition: `webhooks.api_version = 'v2'` },
});

/**
 * Returns the SQL of the record. The type and the channel come from the first event that has a type in v2. If no event
 * has one, they are the values with which the webhook was created.
 */
function legacyWebhookJson(row: string): string {
  return jsonObject<LegacyWebhookRecord>({
    id: `${row}.id`,
    type: `coalesce(${ofFirstEntry(row, 'entry.type')}, ${row}.legacy_type)`,
    url: `${row}.url`,
    isActive: `${row}.status = 'active'`,
    channelId: `case when ${ofFirstEntry(row, 'true')} then ${ofFirstEntry(row, onlyChannelId())}
      else ${row}.legacy_channel_id end`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
  });
}

/**
 * Returns the SQL of the channel id as the client sent it. The ids in `channel_ids` are in lower case, for the comparison
 * with the channel of an event.
 */
function onlyChannelId(): string {
  return `case when cardinality(entry.channel_ids) = 1 then entry.scopes -> 0 -> 'ids' ->> 0 end`;
}

function ofFirstEntry(row: string, expression: string): string {
  const types = legacyEventTypes.map((type) => `'${type}'`).join(', ');
  return `(select ${expression} from webhook_events entry
    where entry.tenant_id = ${row}.tenant_id and entry.webhook_id = ${row}.id and entry.type in (${types})
    order by entry.position limit 1)`;
}
