import type { Sql } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { findById } from './find-by-id.js';
import type { Resource } from './resource.js';

export async function getById<Entry>(
  { database, tenantId }: Context,
  resource: Resource<Entry>,
  id: string,
): Promise<Entry> {
  return requireById(database.sql, resource, { tenantId, id });
}

/** Like `getById`, but inside a transaction: it sees what the transaction has written. */
export async function requireById<Entry>(
  sql: Sql,
  resource: Resource<Entry>,
  key: { tenantId: string; id: string },
): Promise<Entry> {
  const record = await findById(sql, resource, key);
  if (record === undefined) throw notFound(resource.name);
  return record;
}
