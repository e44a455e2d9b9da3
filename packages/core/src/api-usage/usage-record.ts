import type { UsageKind } from '@parley/database';
import { enumField } from '../search/declared-enums.js';
import type { Searchable } from '../search/searchable.js';
import { jsonObject } from '../sql/json.js';

export interface UsageRecord {
  readonly id: string;
  /** The day in UTC, such as `2026-11-14`. */
  readonly date: string;
  /** Null for tokens of another issuer and for event types. */
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly kind: UsageKind;
  readonly apiVersion: string;
  /** Null for event types. */
  readonly operationId: string | null;
  readonly name: string;
  readonly count: number;
}

export const apiUsage: Searchable<UsageRecord> = {
  table: 'api_usage',
  recordOf: (row) =>
    jsonObject<UsageRecord>({
      id: `${row}.id`,
      date: `to_char(${row}.created_at at time zone 'UTC', 'YYYY-MM-DD')`,
      keyId: `${row}.key_id`,
      keyName: `(select key.name from api_keys key where key.tenant_id = ${row}.tenant_id and key.id = ${row}.key_id)`,
      kind: `${row}.kind`,
      apiVersion: `${row}.api_version`,
      operationId: `${row}.operation_id`,
      name: `${row}.name`,
      count: `${row}.count`,
    }),
  searchColumn: 'name',
  fields: {
    id: { kind: 'id', column: 'id' },
    date: { kind: 'timestamp', column: 'created_at' },
    apiKeyId: { kind: 'id', column: 'key_id' },
    kind: { ...enumField('usage_kind'), column: 'kind' },
    operationId: { kind: 'text', column: 'operation_id' },
    name: { kind: 'text', column: 'name' },
  },
};
