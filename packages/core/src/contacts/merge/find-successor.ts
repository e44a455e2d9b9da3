import { type Sql, statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { isNotErased } from '../../resources/is-not-erased.js';

/** Returns the contact into which a contact was merged, or undefined for any other contact. */
export function getSuccessor(
  { database, tenantId }: Context,
  contactId: string,
): Promise<string | undefined> {
  return findSuccessor(database.sql, { tenantId, contactId });
}

/** Like `getSuccessor`, inside a transaction. */
export async function findSuccessor(
  sql: Sql,
  { tenantId, contactId }: { readonly tenantId: string; readonly contactId: string },
): Promise<string | undefined> {
  const [merged] = isId(contactId) ? await sql(find, [tenantId, contactId]) : [];
  return merged?.mergedInto;
}

const find = statement<{ mergedInto: string }>(
  'find-successor-of-contact',
  `select merged_into as "mergedInto" from merged_contacts
   where tenant_id = $1::uuid and id = $2::uuid and ${isNotErased('merged_into')}`,
);
