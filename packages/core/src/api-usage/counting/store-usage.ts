import { type Database, statement } from '@parley/database';
import { idOfPart } from '../../ids.js';
import type { UsageCount } from './usage.js';

/** The batch is small, so that no statement holds its locks for a long time. */
const batchSize = 5_000;

/**
 * Adds counts to those of the same day. Every batch commits for itself. Returns the counts of the batches that failed,
 * with the first error.
 */
export async function storeUsage(
  database: Database,
  counts: readonly UsageCount[],
): Promise<{ readonly failed: UsageCount[]; readonly error?: unknown }> {
  const failed: UsageCount[] = [];
  let error: unknown;
  for (let at = 0; at < counts.length; at += batchSize) {
    const batch = counts.slice(at, at + batchSize);
    await storeBatch(database, batch).catch((reason: unknown) => {
      error ??= reason;
      failed.push(...batch);
    });
  }
  return { failed, error };
}

async function storeBatch({ sql }: Database, counts: readonly UsageCount[]): Promise<void> {
  await sql(addUsage, [
    counts.map(({ caller }) => caller.tenantId),
    counts.map(idOf),
    counts.map(({ day }) => day),
    counts.map(({ caller }) => caller.keyId ?? null),
    counts.map(({ usage }) => usage.kind),
    counts.map(({ usage }) => usage.apiVersion),
    counts.map(({ usage }) => usage.operationId),
    counts.map(({ usage }) => usage.name),
    counts.map(({ count }) => count),
  ]);
}

/** Two processes that count the same name on the same day compute the same id. */
function idOf({ caller, usage, day }: UsageCount): string {
  const { kind, apiVersion, operationId, name } = usage;
  const parts = [day.toISOString(), caller.keyId ?? null, kind, apiVersion, operationId, name];
  return idOfPart(caller.tenantId, JSON.stringify(parts));
}

/**
 * The counts of a tenant that is being deleted are left out. The rows are written in the order of their key, so that
 * two processes do not wait for each other in a circle. One batch may have a key twice, after a failure.
 */
const addUsage = statement(
  'add-api-usage',
  `insert into api_usage (tenant_id, id, created_at, key_id, kind, api_version, operation_id, name, count)
   select used.tenant_id, used.id, used.day, used.key_id, used.kind::usage_kind, used.api_version, used.operation_id,
     used.name, sum(used.count)
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
     $9::bigint[]) as used(tenant_id, id, day, key_id, kind, api_version, operation_id, name, count)
   join tenants tenant on tenant.id = used.tenant_id and tenant.deletion_started_at is null
   group by 1, 2, 3, 4, 5, 6, 7, 8
   order by 1, 2
   on conflict (tenant_id, id) do update set count = api_usage.count + excluded.count`,
);
