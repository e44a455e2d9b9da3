import type { ApiVersion, WebhookStatus } from '@parley/database';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { defineResource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { SearchableResource } from '../search/searchable.js';
import { jsonList, jsonObject, timestampText } from '../sql/json.js';

/** The secret is not part of the record: it is shown when it is created and never again. */
export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly status: WebhookStatus;
  /** The version of the API that created it. */
  readonly apiVersion: ApiVersion;
  readonly events: readonly WebhookEventRecord[];
  /** Whether the events of one chat are delivered one after another. */
  readonly isOrdered: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WebhookEventRecord {
  /** Null for every type. */
  readonly type: EventType | LegacyEventType | null;
  readonly scopes: readonly WebhookScope[];
}

export interface WebhookScope {
  readonly type: 'channel';
  readonly ids: readonly string[];
}

export const webhooks: SearchableResource<WebhookRecord> = {
  ...defineResource<WebhookRecord>({ name: 'api_webhook', table: 'webhooks', recordOf: webhookJson }),
  searchColumn: 'url',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    updatedAt: { kind: 'timestamp', column: 'updated_at' },
    url: { kind: 'text', column: 'url' },
    status: { ...enumField('webhook_status'), column: 'status' },
  },
};

function webhookJson(row: string): string {
  return jsonObject<WebhookRecord>({
    id: `${row}.id`,
    url: `${row}.url`,
    status: `${row}.status`,
    apiVersion: `${row}.api_version`,
    events: jsonList({
      item: jsonObject<WebhookEventRecord>({
        type: 'entry.type',
        scopes: `coalesce(entry.scopes, '[]'::jsonb)`,
      }),
      from: `webhook_events entry where entry.tenant_id = ${row}.tenant_id and entry.webhook_id = ${row}.id`,
      orderBy: 'entry.position',
    }),
    isOrdered: `${row}.ordered`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
  });
}
