import { createHash } from 'node:crypto';
import { type Database, isDatabaseUnavailable, statement } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import type { UsageCount } from './usage.js';

/**
 * Adds counts to those of the same day. Every batch commits for itself. A batch that fails is stored again by tenant, so
 * that a count that always fails holds back only its own tenant. Without the database, the first failure ends the
 * attempt. Returns the counts that were not stored, with the first error.
 */
export async function storeUsage(
  database: Database,
  counts: readonly UsageCount[],
  { usageBatch }: Sizes,
): Promise<{ readonly failed: UsageCount[]; readonly error?: unknown }> {
  const failed: UsageCount[] = [];
  let error: unknown;
  for (let at = 0; at < counts.length; at += usageBatch) {
    const pending = [counts.slice(at, at + usageBatch)];
    for (let batch = pending.shift(); batch; batch = pending.shift()) {
      const reason = await storeBatch(database, batch);
      if (reason === undefined) continue;
      error ??= reason;
      if (isDatabaseUnavailable(reason)) {
        return { failed: [...failed, ...batch, ...pending.flat(), ...counts.slice(at + usageBatch)], error };
      }
      const parts = byTenant(batch);
      if (parts.length > 1) pending.push(...parts);
      else failed.push(...batch);
    }
  }
  return { failed, error };
}

function byTenant(counts: readonly UsageCount[]): UsageCount[][] {
  const groups = new Map<string, UsageCount[]>();
  for (const count of counts) {
    const group = groups.get(count.caller.tenantId);
    if (group) group.push(count);
    else groups.set(count.caller.tenantId, [count]);
  }
  return [...groups.values()];
}

/** Returns the error, if there is one. */
async function storeBatch(database: Database, counts: readonly UsageCount[]): Promise<unknown> {
  try {
    await addCounts(database, counts);
    return undefined;
  } catch (error) {
    return error;
  }
}

async function addCounts({ sql }: Database, counts: readonly UsageCount[]): Promise<void> {
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

/**
 * Two processes that count the same name on the same day compute the same id: a hash in the form of a UUID of version 8
 * (RFC 9562, section 5.8). Every id of a tenant that the database accepts can be hashed.
 */
function idOf({ caller, usage, day }: UsageCount): string {
  const { kind, apiVersion, operationId, name } = usage;
  const parts = [
    caller.tenantId,
    day.toISOString(),
    caller.keyId ?? null,
    kind,
    apiVersion,
    operationId,
    name,
  ];
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The counts of a tenant that is being deleted are left out. The rows are written in the order of their key, so that
 * two processes do not wait for each other in a circle. A batch may have a key twice, since the values 1 and "1" of an
 * enumeration have the same name.
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
