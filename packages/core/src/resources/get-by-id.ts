import type { Sql } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { findById } from './find-by-id.js';
import { JsonText } from './json-text.js';
import type { Resource } from './resource.js';
import { readShared } from './shared-reads.js';

export async function getById<Entry>(
  context: Context,
  resource: Resource<Entry>,
  id: string,
): Promise<Entry> {
  const record = await getTextById(context, resource, id);
  return record.parse();
}

/** Like `getById`, for a record that may be sent as it is stored. */
export async function getTextById<Entry>(
  { database, tenantId }: Context,
  resource: Resource<Entry>,
  id: string,
): Promise<JsonText<Entry>> {
  const text = isId(id) ? await readShared(database, resource, { tenantId, id }) : undefined;
  if (text === undefined) throw notFound(resource.name);
  return new JsonText(text);
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
