import { type Database, statement } from '@parley/database';

export interface KeyUse {
  readonly tenantId: string;
  readonly keyId: string;
  readonly at: Date;
}

/** `last_used_at` is written this often at most, by all processes together. */
const intervalMs = 60_000;

/** Whether the last recorded use is too old. Without this check, every lookup of a key would be a write. */
export function isKeyUseDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= intervalMs;
}

/** Records that a key was used. Of several processes that do so at the same time, one writes. */
export async function recordKeyUse(database: Database, { tenantId, keyId, at }: KeyUse): Promise<void> {
  const before = new Date(at.getTime() - intervalMs);
  await database.sql(recordUse, [tenantId, keyId, at, before]);
}

const recordUse = statement<Record<never, never>>(
  'record-key-use',
  `update api_keys set last_used_at = $3::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid and (last_used_at is null or last_used_at <= $4::timestamptz)`,
);
