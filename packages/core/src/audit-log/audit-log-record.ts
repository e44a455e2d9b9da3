import type { AuditActor } from '@parley/database';
import type { AuditAction } from '../auditing/audit-actions.js';
import { enumField } from '../search/declared-enums.js';
import type { Searchable } from '../search/searchable.js';
import { jsonObject, timestampText } from '../sql/json.js';

export interface AuditLogRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly action: AuditAction;
  readonly actorType: AuditActor;
  /** Null unless the change was made with an API key. */
  readonly keyId: string | null;
  /** Null unless a request to the API made the change. */
  readonly requestId: string | null;
  readonly resourceId: string;
  readonly changedFields: readonly string[];
}

export const auditLog: Searchable<AuditLogRecord> = {
  table: 'audit_log',
  recordOf: (row) =>
    jsonObject<AuditLogRecord>({
      id: `${row}.id`,
      createdAt: timestampText(`${row}.created_at`),
      action: `${row}.action`,
      actorType: `${row}.actor_type`,
      keyId: `${row}.key_id`,
      requestId: `${row}.request_id`,
      resourceId: `${row}.resource_id`,
      changedFields: `${row}.changed_fields`,
    }),
  searchColumn: 'action',
  fields: {
    id: { kind: 'id', column: 'id' },
    createdAt: { kind: 'timestamp', column: 'created_at' },
    action: { kind: 'text', column: 'action' },
    actorType: { ...enumField('audit_actor'), column: 'actor_type' },
    keyId: { kind: 'id', column: 'key_id' },
    requestId: { kind: 'text', column: 'request_id' },
    resourceId: { kind: 'id', column: 'resource_id' },
  },
};
