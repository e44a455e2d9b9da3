import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { maxHandles } from '../bounds/max-handles.js';
import type { NewHandle } from '../import/plan-import.js';
import { hasChats } from './replace-addresses.js';

/**
 * Returns whether a contact would have more addresses than it can have, and more than before, if these became its primary
 * ones. It writes nothing.
 */
export async function exceedsHandles(
  { database, tenantId }: Context,
  contactId: string,
  addresses: readonly NewHandle[],
): Promise<boolean> {
  if (addresses.length === 0 || !isId(contactId)) return false;
  const types = addresses.map(({ type }) => type);
  const values = addresses.map(({ value }) => value);
  const [counted] = await database.sql(count, [tenantId, contactId, types, values]);
  return counted !== undefined && counted.kept + counted.added > Math.max(maxHandles, counted.before);
}

/** An address that is replaced is kept if it has a chat. */
const count = statement<{ before: number; kept: number; added: number }>(
  'count-handles-after-change',
  `with given as (select type, value from unnest($3::handle_type[], $4::text[]) as given(type, value))
   select count(*)::int as before,
     count(*) filter (where not handle.is_primary or ${hasChats}
       or not exists (select from given where given.type = handle.type and given.value <> handle.value))::int as kept,
     (select count(*)::int from given where not exists (
       select from handles own where own.tenant_id = $1::uuid and own.contact_id = $2::uuid
         and own.type = given.type and own.value = given.value)) as added
   from handles handle where handle.tenant_id = $1::uuid and handle.contact_id = $2::uuid`,
);
