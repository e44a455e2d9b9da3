import type { components } from '@parley/contract/v3';
import type { AuditLogRecord } from '@parley/core';

export function presentAuditLogEntry(entry: AuditLogRecord): components['schemas']['AuditLogEntry'] {
  return {
    id: entry.id,
    createdAt: entry.createdAt,
    action: entry.action,
    actorType: entry.actorType,
    keyId: entry.keyId,
    requestId: entry.requestId,
    resourceId: entry.resourceId,
    changedFields: [...entry.changedFields],
  };
}
