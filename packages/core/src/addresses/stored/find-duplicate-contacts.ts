import { type Database, type HandleType, type Sql, statement } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import { createAddressReader } from '../create-address-reader.js';
import { readHandle } from '../read-handle.js';
import { type HandlePage, listHandles, type StoredHandle, startOfHandles } from './list-handles.js';

/** Contacts of one tenant that have the same address in different forms. */
export interface DuplicateContacts {
  /** The slug. */
  readonly tenant: string;
  readonly type: HandleType;
  /** The shared address in its normal form. */
  readonly address: string;
  readonly contacts: readonly DuplicateContact[];
}

interface DuplicateContact {
  readonly id: string;
  readonly name: string;
  /** The address as this contact has it. */
  readonly value: string;
  readonly chats: number;
}

/**
 * Finds duplicate contacts in one tenant, or in all. Only addresses that could not be brought into their normal form
 * are kept in memory.
 */
export async function findDuplicateContacts(
  database: Database,
  sizes: Sizes,
  tenantId?: string,
): Promise<DuplicateContacts[]> {
  const groups = new Map<string, Leftover[]>();
  for await (const leftover of listLeftovers(database.sql, { tenantId, sizes })) {
    const key = JSON.stringify([leftover.tenantId, leftover.type, leftover.normal]);
    groups.set(key, [...(groups.get(key) ?? []), leftover]);
  }
  const found: DuplicateContacts[] = [];
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const values = [first, ...others].map(({ value }) => value);
    const rows = await database.sql(describe, [first.tenantId, first.type, [first.normal, ...values]]);
    if (new Set(rows.map(({ id }) => id)).size < 2) continue;
    const contacts = rows.map(({ tenant, ...contact }) => contact);
    found.push({ tenant: rows[0]?.tenant ?? '', type: first.type, address: first.normal, contacts });
  }
  return found;
}

type Leftover = StoredHandle & { readonly normal: string };

async function* listLeftovers(
  sql: Sql,
  handles: Omit<HandlePage, 'after'>,
): AsyncGenerator<Leftover, void, void> {
  let page = await listHandles(sql, { ...handles, after: startOfHandles });
  while (page.length > 0) {
    for (const handle of page) {
      const normal = readHandle(handle.type, handle.value, await createAddressReader(handle.defaultCountry));
      if (normal !== undefined && normal !== handle.value) yield { ...handle, normal };
    }
    page = await listHandles(sql, { ...handles, after: page.at(-1) ?? startOfHandles });
  }
}

const describe = statement<DuplicateContact & { tenant: string }>(
  'describe-duplicate-contacts',
  `select tenant.slug as tenant, contact.id,
     coalesce(nullif(concat_ws(' ', contact.first_name, contact.last_name), ''), 'Unknown') as name, handle.value,
     (select count(*)::int from chats chat
       where chat.tenant_id = contact.tenant_id and chat.contact_id = contact.id) as chats
   from handles handle
   join contacts contact on contact.tenant_id = handle.tenant_id and contact.id = handle.contact_id
   join tenants tenant on tenant.id = handle.tenant_id
   where handle.tenant_id = $1::uuid and handle.type::text = $2::text and handle.value = any ($3::text[])
   order by contact.created_at, contact.id`,
);
