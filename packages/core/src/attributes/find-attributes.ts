import { type AttributeType, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';

export interface FoundAttribute {
  readonly id: string;
  readonly externalId: string;
  readonly type: AttributeType;
}

/** By external id, as far as they exist. They are locked, so that none goes before its value is written. */
export async function findAttributes(
  { sql }: Transaction,
  { tenantId }: Context,
  externalIds: Iterable<string>,
): Promise<ReadonlyMap<string, FoundAttribute>> {
  const names = [...new Set(externalIds)];
  const found = names.length === 0 ? [] : await sql(find, [tenantId, names]);
  return new Map(found.map((attribute) => [attribute.externalId, attribute]));
}

const find = statement<FoundAttribute>(
  'find-attributes-by-external-id',
  `select id, external_id as "externalId", type from attributes
   where tenant_id = $1::uuid and external_id = any ($2::text[]) order by id for key share`,
);
