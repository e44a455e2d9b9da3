import {
  composedStatement,
  type Database,
  runInTransaction,
  type Sql,
  type Statement,
  statement,
} from '@parley/database';
import { hasLooseObjects, removeLeavingObjects } from '../files/remove-leaving-objects.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';
import { findTenant } from '../tenants/find-tenant.js';
import type { ReportProgress } from './export-form.js';
import { listLateReferences, listTenantTables, type TenantTable } from './tenant-tables.js';

export interface DeleteWorkspaceOptions {
  /** Slug or id. */
  readonly tenant: string;
  readonly onProgress?: ReportProgress;
  readonly sizes: Sizes;
}

export interface DeletedWorkspace {
  readonly rows: number;
  /**
   * Bytes are still in an object storage, or were arriving there when the workspace was deleted. A worker that knows it removes
   * them.
   */
  readonly areObjectsLeft: boolean;
}

/**
 * Deletes a workspace and everything in it. Its tokens and channels stop working first. Each batch is one transaction,
 * so that an interrupted deletion continues when the command is repeated; the tenant itself is deleted last.
 */
export async function deleteWorkspace(
  database: Database,
  { tenant, onProgress, sizes }: DeleteWorkspaceOptions,
): Promise<DeletedWorkspace> {
  const { id } = await findTenant(database, tenant);
  await database.sql(startDeletion, [id]);
  let rows = 0;
  const repeat = async (part: string, batch: Statement<{ count: number }>) => {
    for (let done = 0; ; ) {
      const [removed] = await runInTransaction(database, ({ sql }) => sql(batch, [id]));
      const count = removed?.count ?? 0;
      done += count;
      rows += count;
      if (count > 0) onProgress?.({ part, done });
      if (count < sizes.workspaceDeletionBatch) return;
    }
  };
  await repeat('jobs', removeFreeJobs(sizes));
  for (const { part, batch } of await planRemovals(database.sql, sizes)) await repeat(part, batch);
  await runInTransaction(database, ({ sql }) => removeRest(sql, id));
  // A trigger has recorded the objects of the deleted files. If this is interrupted, the worker removes them.
  if (database.files.objects !== undefined) while (await removeLeavingObjects(database, id, sizes));
  return { rows, areObjectsLeft: await hasLooseObjects(database, id) };
}

/** A request that runs now can still write; `removeRest` deletes what it has written. */
const startDeletion = statement(
  'start-deletion-of-tenant',
  `update tenants set deletion_started_at = coalesce(deletion_started_at, now()) where id = $1::uuid`,
);

interface Removal {
  readonly part: string;
  readonly batch: Statement<{ count: number }>;
}

/**
 * Children are deleted before their parents. If two tables refer to each other, the reference of one is first set to
 * null. If that reference is required, the deletion of its target deletes the row by cascade. Entries of the audit log
 * are deleted by cascade too: while the tenant exists, the database refuses to delete them.
 */
async function planRemovals(sql: Sql, { workspaceDeletionBatch: limit }: Sizes): Promise<Removal[]> {
  const tables = new Map((await listTenantTables(sql)).map((table) => [table.name, table]));
  const references = await listLateReferences(sql);
  const cascading = new Set(['audit_log']);
  const resets: Removal[] = [];
  for (const { table: name, target, column } of references) {
    const table = tables.get(name);
    if (column === null) cascading.add(target);
    else if (table) resets.push({ part: `${name}.${column}`, batch: resetOf(table, column, limit) });
  }
  const removals = [...tables.values()]
    .reverse()
    .filter(({ name }) => !cascading.has(name))
    .map((table) => ({ part: table.name, batch: removalOf(table, limit) }));
  return [...resets, ...removals];
}

function removalOf({ name, primaryKey }: TenantTable, limit: number): Statement<{ count: number }> {
  const key = primaryKey.join(', ');
  return composedStatement(
    `with removed as (
        delete from ${name} where (${key}) in (select ${key} from ${name} where tenant_id = $1::uuid limit ${limit})
        returning 1
      ) select count(*)::int as count from removed`,
  );
}

function resetOf(
  { name, primaryKey }: TenantTable,
  column: string,
  limit: number,
): Statement<{ count: number }> {
  const key = primaryKey.join(', ');
  return composedStatement(
    `with changed as (
        update ${name} set ${column} = null where (${key}) in (
          select ${key} from ${name} where tenant_id = $1::uuid and ${column} is not null limit ${limit})
        returning 1
      ) select count(*)::int as count from changed`,
  );
}

/** A job that a worker is running is not removed; it finds nothing to do. */
const removeFreeJobs = sizedStatement<{ count: number }>(
  'remove-free-jobs-of-tenant',
  ({ workspaceDeletionBatch }) => `with removed as (
     delete from graphile_worker._private_jobs where id in (
       select id from graphile_worker._private_jobs
       where payload ->> 'tenantId' = $1::uuid::text and locked_at is null limit ${workspaceDeletionBatch} for update skip locked)
     returning 1
   ) select count(*)::int as count from removed`,
);

/** Deletes the rows that requests and jobs have written since the deletion began, and the tenant with its last rows. */
async function removeRest(sql: Sql, tenantId: string): Promise<void> {
  await sql(removeTenant, [tenantId]);
  for (const { name } of await listTenantTables(sql)) {
    await sql(composedStatement(`delete from ${name} where tenant_id = $1::uuid`), [tenantId]);
  }
  await sql(removeJobs, [tenantId]);
  await sql(removeDeadJobs, [tenantId]);
}

const removeTenant = statement('remove-tenant', 'delete from tenants where id = $1::uuid');

const removeJobs = statement(
  'remove-jobs-of-tenant',
  `delete from graphile_worker._private_jobs where payload ->> 'tenantId' = $1::uuid::text`,
);

const removeDeadJobs = statement(
  'remove-dead-jobs-of-tenant',
  `delete from dead_jobs where payload ->> 'tenantId' = $1::uuid::text`,
);
