import { createHash } from 'node:crypto';
import { type Database, type Sql, sqlOn, statement, withScope } from '@parley/database';
import type pg from 'pg';
import { recordOperatorAudit } from '../auditing/record-audit.js';
import { dataKeyContext, type StoredDataKey } from '../secrets/keys/data-keys.js';
import { isPlainChannel, isPlainTenant, isPlainWebhook } from '../secrets/stored/plain-secrets-sql.js';
import type { Sizes } from '../sizes.js';
import { AdministrationError } from '../tenants/administration-error.js';
import { findTenant } from '../tenants/find-tenant.js';
import { protectDataKey } from './data-key-protection.js';
import { exportFiles } from './export-files.js';
import type { ExportHeader, ExportTarget, MissingFileLine, ReportProgress } from './export-form.js';
import { exportFormat, leftOutColumns, leftOutTables, secretColumns } from './handover-policy.js';
import { listTenantTables, type TenantTable } from './tenant-tables.js';

export interface ExportOptions {
  /** Slug or id. */
  readonly tenant: string;
  /** Protects the data key of the sealed secrets. Without it, the secrets are left out. */
  readonly passphrase?: string | undefined;
  readonly onProgress?: ReportProgress;
  readonly sizes: Sizes;
}

export interface ExportResult {
  readonly lines: number;
  readonly files: number;
  /** Files that were deleted during the export, so that it does not have their bytes. */
  readonly missingFiles: number;
}

/**
 * Writes all data of a workspace at one moment, in bounded memory, while the service keeps running. The entry in the
 * audit log comes first, so that an export that was interrupted is recorded too.
 */
export async function exportWorkspace(
  database: Database,
  target: ExportTarget,
  { tenant, passphrase, onProgress, sizes }: ExportOptions,
): Promise<ExportResult> {
  const found = await findTenant(database, tenant);
  const { id: tenantId, slug } = found;
  if (found.deletionStartedAt !== null)
    throw new AdministrationError(`The tenant "${slug}" is being deleted.`);
  const secrets = passphrase === undefined ? 'left_out' : 'sealed';
  if (passphrase !== undefined) await exportDataKey(database, target, { tenantId, passphrase });
  const entry = { action: 'workspace.exported', resourceId: tenantId } as const;
  await recordOperatorAudit(database.sql, tenantId, entry);
  return inSnapshot(database, async (client, sql) => {
    const tables = await listExportedTables(sql, secrets);
    const lines = new LineWriter(target, sizes);
    const columns = Object.fromEntries(tables.map(({ name, columns: known }) => [name, known]));
    const workspace = { id: tenantId, slug };
    const header: ExportHeader = {
      kind: 'header',
      format: exportFormat,
      workspace,
      secrets,
      tables: columns,
    };
    await lines.write(JSON.stringify(header));
    for (const table of tables) {
      await lines.writeAll(client, { part: table.name, text: rowsOf(table, secrets), tenantId, onProgress });
    }
    await lines.writeAll(client, { part: 'jobs', text: jobLines, tenantId, onProgress });
    const { files, missingIds } = await exportFiles({ sql, database }, target, {
      tenantId,
      onProgress,
      sizes,
    });
    for (const fileId of missingIds)
      await lines.write(JSON.stringify({ kind: 'missing_file', fileId } satisfies MissingFileLine));
    await lines.end();
    return { lines: lines.count, files, missingFiles: missingIds.length };
  });
}

/** A snapshot of the database; reading it locks nothing. */
async function inSnapshot<Result>(
  database: Database,
  work: (client: pg.PoolClient, sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  try {
    await client.query(withScope(beginSnapshot, database));
    return await work(client, sqlOn(client));
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

const beginSnapshot = `begin isolation level repeatable read read only; set local time zone 'UTC';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local jit = off`;

/** The tenant itself comes first, with the columns of its row. */
export async function listExportedTables(
  sql: Sql,
  secrets: ExportHeader['secrets'],
): Promise<Pick<TenantTable, 'name' | 'columns' | 'primaryKey' | 'numbered' | 'requiredJson'>[]> {
  const [own] = await sql(listTenantColumns, []);
  const tenants = { name: 'tenants', primaryKey: ['id'], numbered: null, requiredJson: [] };
  const tables = [{ ...tenants, columns: own?.columns ?? [] }, ...(await listTenantTables(sql))];
  const rowsWithSecrets = new Set(
    Object.entries(secretColumns).flatMap(([name, columns]) => (columns === null ? [name] : [])),
  );
  return tables
    .filter(({ name }) => !(name in leftOutTables) && !(secrets === 'left_out' && rowsWithSecrets.has(name)))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !leftOutColumns[table.name]?.includes(column)),
    }));
}

const listTenantColumns = statement<{ columns: string[] }>(
  'list-tenant-columns',
  `select array_agg(attname::text order by attnum) as columns from pg_attribute
   where attrelid = 'tenants'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
);

type ExportedTable = Awaited<ReturnType<typeof listExportedTables>>[number];

function rowsOf({ name, columns, primaryKey, numbered }: ExportedTable, secrets: ExportHeader['secrets']) {
  const withheld = new Map(Object.entries(secretColumns)).get(name);
  const left = secrets === 'left_out' && withheld ? ` || '${JSON.stringify(withheld)}'::jsonb` : '';
  const chosen = columns.map((column) => `exported.${column}`).join(', ');
  const owner = name === 'tenants' ? 'id' : 'tenant_id';
  return `select json_build_object('kind', 'row', 'table', '${name}', 'row',
      (select to_jsonb(chosen) from (select ${chosen}) chosen)${left})::text as line
    from ${name} exported where exported.${owner} = $1::uuid order by ${numbered ?? primaryKey.join(', ')}`;
}

/** The waiting jobs of the workspace. Their ids belong to the queue of the installation. */
const jobLines = `select json_build_object('kind', 'job', 'task', task.identifier, 'payload', job.payload::jsonb,
    'runAt', job.run_at, 'key', job.key, 'isBulk', job.priority >= 0)::text as line
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
  where job.payload ->> 'tenantId' = $1::text
  order by job.run_at, task.identifier, job.key, job.payload::jsonb`;

interface LinesToWrite {
  readonly part: string;
  readonly text: string;
  readonly tenantId: string;
  readonly onProgress: ReportProgress | undefined;
}

class LineWriter {
  readonly #target: ExportTarget;
  readonly #batchSize: number;
  readonly #hash = createHash('sha256');
  #count = 0;

  constructor(target: ExportTarget, { exportBatch }: Sizes) {
    this.#target = target;
    this.#batchSize = exportBatch;
  }

  get count(): number {
    return this.#count;
  }

  async write(line: string): Promise<void> {
    this.#count += 1;
    this.#hash.update(`${line}\n`);
    await this.#target.writeLine(line);
  }

  /** Reads the result in batches. */
  async writeAll(client: pg.PoolClient, { part, text, tenantId, onProgress }: LinesToWrite): Promise<void> {
    await client.query(`declare exported no scroll cursor for ${text}`, [tenantId]);
    for (let done = 0; ; ) {
      const { rows } = await client.query<{ line: string }>(`fetch ${this.#batchSize} from exported`);
      for (const { line } of rows) await this.write(line);
      done += rows.length;
      if (rows.length > 0) onProgress?.({ part, done });
      if (rows.length < this.#batchSize) break;
    }
    await client.query('close exported');
  }

  async end(): Promise<void> {
    const end = { kind: 'end', lines: this.#count, sha256: this.#hash.digest('hex') };
    await this.#target.writeLine(JSON.stringify(end));
  }
}

/** A secret that is not sealed yet would be written as plain text. */
async function exportDataKey(
  { sql, keys }: Database,
  target: ExportTarget,
  { tenantId, passphrase }: { readonly tenantId: string; readonly passphrase: string },
): Promise<void> {
  const [stored] = await sql(findKey, [tenantId]);
  if (stored === undefined || stored.hasPlain)
    throw new AdministrationError(
      'Some secrets are not sealed yet. Seal them first: npm run secrets -- seal',
    );
  const key = await keys.unwrap(stored, dataKeyContext(stored));
  await target.writeDataKey(await protectDataKey(passphrase, { ...stored, key }));
}

const findKey = statement<StoredDataKey & { hasPlain: boolean }>(
  'find-data-key-to-export',
  `select tenant_id as "tenantId", id, wrapping_key_id as "wrappingKeyId", wrapped,
     exists (select from tenants where id = $1::uuid and (${isPlainTenant}))
     or exists (select from webhooks where tenant_id = $1::uuid and (${isPlainWebhook}))
     or exists (select from channels where tenant_id = $1::uuid and (${isPlainChannel})) as "hasPlain"
   from data_keys where tenant_id = $1::uuid`,
);
