import type { components } from '@parley/contract/v3';
import type { UsageRecord } from '@parley/core';

export function presentUsageEntry(entry: UsageRecord): components['schemas']['UsageEntry'] {
  return {
    id: entry.id,
    date: entry.date,
    apiKeyId: entry.keyId,
    apiKeyName: entry.keyName,
    kind: entry.kind,
    apiVersion: entry.apiVersion,
    operationId: entry.operationId,
    name: entry.name,
    count: entry.count,
  };
}
