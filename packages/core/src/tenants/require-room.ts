import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import { limitReached } from '../plans/limit-reached.js';
import type { Transaction } from '../sql/transact.js';

type CountedResource =
  | 'automations'
  | 'webhooks'
  | 'channels'
  | 'users'
  | 'teams'
  | 'segments'
  | 'attributes';

/**
 * Throws when the workspace has reached its limit for a resource. The lock makes the count exact for requests that
 * create records at the same time; it does not conflict with the foreign keys of other rows.
 */
export async function requireRoomFor(
  { sql, send }: Transaction,
  { tenantId, limits }: Context,
  resource: CountedResource,
): Promise<void> {
  if (limits === undefined) return;
  send(lockTenant, [tenantId]);
  const [row] = await sql(counts[resource], [tenantId, limits[resource]]);
  if (row && row.count >= limits[resource]) throw limitReached(resource, limits[resource]);
}

export const lockTenant = statement(
  'lock-tenant',
  'select id from tenants where id = $1::uuid for no key update',
);

/** Counts no further than the limit. */
const countUpTo = (table: CountedResource) => `select count(*)::int as count
  from (select from ${table} where tenant_id = $1::uuid limit $2::bigint) counted`;

const counts: Readonly<Record<CountedResource, Statement<{ count: number }>>> = {
  automations: statement<{ count: number }>('count-automations', countUpTo('automations')),
  webhooks: statement<{ count: number }>('count-webhooks', countUpTo('webhooks')),
  channels: statement<{ count: number }>('count-channels', countUpTo('channels')),
  users: statement<{ count: number }>('count-users', countUpTo('users')),
  teams: statement<{ count: number }>('count-teams', countUpTo('teams')),
  segments: statement<{ count: number }>('count-segments', countUpTo('segments')),
  attributes: statement<{ count: number }>('count-attributes', countUpTo('attributes')),
};

/** Throws when another file would exceed the stored bytes of the workspace. Uploads at the same time may exceed them together. */
export async function requireRoomForBytes(
  { sql }: Pick<Transaction, 'sql'>,
  { tenantId, limits }: Context,
  bytes: number,
): Promise<void> {
  if (limits === undefined) return;
  const [row] = await sql(sumStoredBytes, [tenantId]);
  if ((row?.bytes ?? 0) + bytes > limits.storedBytes) throw limitReached('storedBytes', limits.storedBytes);
}

const sumStoredBytes = statement<{ bytes: number }>(
  'sum-stored-bytes',
  'select coalesce(sum(bytes), 0)::float8 as bytes from stored_byte_changes where tenant_id = $1::uuid',
);
