import type { Statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type DeleteResult, type DeletionSteps, deleteById } from './delete-by-id.js';
import type { Resource } from './resource.js';

/** The rows that refer to a record. There may be too many of them for one statement, whose last parameter is the limit. */
export interface Dependents {
  readonly areMany: Statement<{ areMany: boolean }>;
  /** Removes no row when at most one batch is left; those rows are deleted together with the record. */
  readonly removeBatch: Statement<{ id: string }>;
}

interface DependentsOptions {
  /** The default deletes the row. Other statements are for rows that can exist without the record. */
  readonly removal?: string;
  /** The column that refers to a row of the same table, with which the row is deleted by cascade. */
  readonly parent?: string;
}

/**
 * Rows are locked in the order of their ids before they are removed, together with the rows that are deleted by
 * cascade.
 */
export function defineDependents(
  table: string,
  column: string,
  { removal = `delete from ${table}`, parent }: DependentsOptions = {},
): Dependents {
  const owned = `from ${table} where tenant_id = tenant.id and ${column} = $2::uuid`;
  const areMany = `exists (select from tenant cross join lateral (select ${owned} offset $3::int) more)`;
  return {
    areMany: bulkStatement(
      `are-many-${table}-by-${column}`,
      `with ${opaqueTenant} select ${areMany} as "areMany"`,
    ),
    removeBatch: bulkStatement(
      `remove-${table}-by-${column}`,
      `with ${opaqueTenant},
       chosen as materialized (
         select belonging.id from tenant cross join lateral (select id ${owned} offset 0) belonging
         where ${areMany} limit $3::int
       )
       ${removal} where tenant_id = $1::uuid and id = any (array(
         select locked.id from (select id from chosen ${parent ? `union ${childrenOf(table, parent)}` : ''}) leaving
         join ${table} locked on locked.tenant_id = $1::uuid and locked.id = leaving.id
         order by locked.id for update of locked
       ))
       returning id`,
    ),
  };
}

function childrenOf(table: string, parent: string): string {
  return `select child.id from tenant cross join chosen
    cross join lateral (select id from ${table} where tenant_id = tenant.id and ${parent} = chosen.id offset 0) child`;
}

export interface BatchedDeletion extends Pick<DeletionSteps, 'record'> {
  readonly dependents: Dependents;
  /** Locks the record before its dependent rows. */
  readonly lock?: Statement<unknown>;
  /** Deactivates the record, because the deletion may be interrupted between two batches. */
  readonly stop?: (transaction: Transaction) => Promise<unknown>;
  /** Locks the rows that are deleted with the record, in the order that all writers use. */
  readonly prepare?: (transaction: Transaction) => Promise<unknown>;
}

/** Deletes a record after most of its dependent rows, each batch in its own transaction. */
export async function deleteInBatches(
  context: Context,
  resource: Resource<unknown>,
  id: string,
  { dependents, lock, stop, prepare, record }: BatchedDeletion,
): Promise<DeleteResult> {
  const key = [context.tenantId, id];
  const limited = [...key, context.sizes.deletionBatch];
  const [found] = isId(id) ? await context.database.sql(dependents.areMany, limited) : [];
  if (found?.areMany) {
    await limitBulkWork(context, async () => {
      const isStopped = await transact(context, async (transaction) => {
        const [locked] = await transaction.sql(resource.statements.lock, key);
        if (locked) await stop?.(transaction);
        return locked !== undefined;
      });
      const removeBatch = () =>
        transact(context, async ({ sql }) => {
          if (lock) await sql(lock, key);
          return sql(dependents.removeBatch, limited);
        });
      while (isStopped && (await removeBatch()).length > 0);
    });
  }
  return deleteById(context, resource, id, {
    ...(record && { record }),
    async prepare(transaction) {
      if (lock) await transaction.sql(lock, key);
      await prepare?.(transaction);
    },
  });
}
