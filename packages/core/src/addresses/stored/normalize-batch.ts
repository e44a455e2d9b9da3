import type { Sql } from '@parley/database';
import { bulkStatement } from '../../sql/bulk-statement.js';
import { createAddressReader } from '../create-address-reader.js';
import { readHandle } from '../read-handle.js';
import { type HandleCursor, type HandlePage, listHandles, type StoredHandle } from './list-handles.js';

/** How many stored addresses were normalized, and how many could not be. */
export interface NormalizedAddresses {
  readonly changed: number;
  /** Addresses whose normal form another handle of the tenant already has. */
  readonly colliding: number;
  /** Values that are not addresses of their type, such as the name of an SMS sender. */
  readonly unreadable: number;
}

export interface NormalizedBatch extends NormalizedAddresses {
  /** The key of the last handle; undefined when there was none. */
  readonly last: HandleCursor | undefined;
}

/**
 * Normalizes one page of handles, and the contacts that show them. An address whose normal form belongs to another
 * handle stays as it is.
 */
export async function normalizeBatch(sql: Sql, page: HandlePage): Promise<NormalizedBatch> {
  const handles = await listHandles(sql, page);
  const read = await Promise.all(
    handles.map(async (handle) => ({ handle, normal: await readNormal(handle) })),
  );
  const rows = read.flatMap(({ handle, normal }) =>
    normal === undefined || normal === handle.value ? [] : [{ ...handle, normal }],
  );
  const changed = rows.length === 0 ? [] : await sql(rewrite, [JSON.stringify(firstOfEach(rows))]);
  return {
    changed: changed.length,
    colliding: rows.length - changed.length,
    unreadable: read.filter(({ normal }) => normal === undefined).length,
    last: handles.at(-1),
  };
}

async function readNormal(handle: StoredHandle): Promise<string | undefined> {
  return readHandle(handle.type, handle.value, await createAddressReader(handle.defaultCountry));
}

type Rewriting = StoredHandle & { readonly normal: string };

/**
 * If two handles hold the same address in different forms, the older one gets the normal form. People decide about the
 * other one.
 */
function firstOfEach(rows: readonly Rewriting[]): Rewriting[] {
  const first = new Map<string, Rewriting>();
  for (const row of rows) {
    const key = JSON.stringify([row.tenantId, row.type, row.normal]);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

/**
 * The contacts are locked first and in the order of their keys, as by every writer of contacts. The addresses of one
 * contact are collected in one row, because `update … from` applies only one of several matching rows.
 */
const rewrite = bulkStatement<{ id: string }>(
  'rewrite-handles',
  `with entry as materialized (
     select * from json_to_recordset($1::json)
       as entry("tenantId" uuid, id uuid, "contactId" uuid, type handle_type, value text, normal text)
   ), locked as materialized (
     select contact.tenant_id, contact.id from contacts contact
     where (contact.tenant_id, contact.id) in (select "tenantId", "contactId" from entry)
     order by contact.tenant_id, contact.id for no key update
   ), rewritten as (
     update handles handle set value = entry.normal
     from entry join locked on locked.tenant_id = entry."tenantId" and locked.id = entry."contactId"
     where handle.tenant_id = entry."tenantId" and handle.id = entry.id and handle.value = entry.value
       and not exists (
         select from handles taken
         where taken.tenant_id = entry."tenantId" and taken.type = entry.type and taken.value = entry.normal
       )
     returning handle.id, handle.tenant_id, handle.contact_id, handle.type, entry.value, entry.normal
   ), normal as (
     select tenant_id, contact_id, jsonb_object_agg(value, normal) filter (where type = 'phone_number') as numbers,
       jsonb_object_agg(value, normal) filter (where type = 'email') as emails
     from rewritten group by tenant_id, contact_id
   ), shown as (
     update contacts contact set
       phone_number = coalesce(normal.numbers ->> contact.phone_number, contact.phone_number),
       email = coalesce(normal.emails ->> contact.email, contact.email)
     from normal
     where contact.tenant_id = normal.tenant_id and contact.id = normal.contact_id
       and (normal.numbers ? contact.phone_number or normal.emails ? contact.email)
   )
   select id from rewritten`,
);
