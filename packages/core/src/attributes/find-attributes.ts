import type { AttributeType } from '@parley/database';
import type { Context } from '../context.js';
import { formFor, lockingStatement } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';

export interface FoundAttribute {
  readonly id: string;
  readonly externalId: string;
  readonly type: AttributeType;
}

/**
 * Returns the attributes that exist, by external id. In a transaction they are locked, so that none is deleted before
 * its value is written.
 */
export async function findAttributes(
  transaction: Transaction,
  { tenantId }: Context,
  externalIds: Iterable<string>,
): Promise<ReadonlyMap<string, FoundAttribute>> {
  const names = [...new Set(externalIds)];
  const found =
    names.length === 0 ? [] : await transaction.sql(formFor(transaction, find), [tenantId, names]);
  return new Map(found.map((attribute) => [attribute.externalId, attribute]));
}

const find = lockingStatement<FoundAttribute>(
  'find-attributes-by-external-id',
  (keyShare) => `select id, external_id as "externalId", type from attributes
   where tenant_id = $1::uuid and external_id = any ($2::text[]) order by id ${keyShare}`,
);
