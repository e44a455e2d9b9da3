import { type Database, readDatabaseTime, type Sql, sqlOn, statement, withScope } from '@parley/database';
import { recordOperatorAudit } from '../auditing/record-audit.js';
import { isId } from '../ids.js';
import type { Sizes } from '../sizes.js';
import { AdministrationError } from '../tenants/administration-error.js';
import type { ExportEnd, ExportHeader, ImportSource, ReportProgress } from './export-form.js';
import { exportFormat } from './handover-policy.js';
import { importDataKey } from './import-data-key.js';
import { importFiles } from './import-files.js';
import { RowImporter } from './import-rows.js';
import { LineReader } from './line-reader.js';
import { firstKeptEventId, makeRoomForPastEvents } from './past-events.js';

export interface ImportOptions {
  readonly passphrase?: string | undefined;
  readonly onProgress?: ReportProgress;
  readonly sizes: Sizes;
  /** Default is the clock of the database. */
  readonly now?: () => Date;
}

export interface ImportResult {
  readonly tenantId: string;
  readonly slug: string;
  readonly rows: number;
  readonly files: number;
  /** Files that were deleted while the export was written. They are deleted here too. */
  readonly missingFiles: number;
  readonly jobs: number;
  /** If the export had no secrets, webhooks get new secrets, and channels have none. */
  readonly webhooksWithNewSecret: number;
  readonly channelsWithoutSecrets: number;
  /** Events, deliveries and attempts that no workspace would keep any more. They were left out. */
  readonly expiredRows: number;
}

/**
 * Creates a workspace from an export, with the same ids, in one transaction: it is imported completely or not at all.
 */
export async function importWorkspace(
  database: Database,
  source: ImportSource,
  { passphrase, onProgress, now, sizes }: ImportOptions,
): Promise<ImportResult> {
  return inOneTransaction(database, async (sql) => {
    const lines = new LineReader(source.readLines());
    const header = readHeader(await lines.next());
    const { id: tenantId, slug } = header.workspace;
    await refuseExisting(sql, header);
    const dataKey = await findDataKey(source, header, passphrase);
    const firstKeptId = firstKeptEventId(now?.() ?? (await readDatabaseTime(sql)));
    await makeRoomForPastEvents({ sql, database, source, firstKeptId });
    const importer = await RowImporter.create({ sql, database, header, firstKeptId, onProgress, sizes });
    const end = await importer.importAll(lines, async () => {
      if (dataKey) await importDataKey({ sql, database }, tenantId, dataKey);
    });
    refuseIncomplete(end, lines);
    const { missingFileIds } = importer;
    if (missingFileIds.length > 0) await sql(removeMissingFiles, [tenantId, missingFileIds]);
    const files = await importFiles(sql, source, { tenantId, onProgress, sizes });
    const entry = { action: 'workspace.imported', resourceId: tenantId } as const;
    await recordOperatorAudit(sql, tenantId, entry);
    return { tenantId, slug, files, missingFiles: missingFileIds.length, ...importer.counts };
  }).catch(explainConflict);
}

const removeMissingFiles = statement(
  'remove-missing-files-of-import',
  'delete from files where tenant_id = $1::uuid and id = any ($2::uuid[])',
);

async function inOneTransaction<Result>(
  database: Database,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  try {
    await client.query(withScope(beginImport, database));
    const result = await work(sqlOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const beginImport = `begin; set local time zone 'UTC'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set constraints all deferred`;

function readHeader(line: unknown): ExportHeader {
  const { kind, format, workspace, contact, secrets, tables } = Object(line);
  if (kind !== 'header' || typeof format !== 'number')
    throw new AdministrationError('This is not an export of a workspace: its first line is not a header.');
  if (workspace === undefined && contact !== undefined)
    throw new AdministrationError(
      'This is the export of a contact, and only exports of workspaces are imported. Create the contact with the API, or import an export that `npm run tenant -- export` wrote.',
    );
  if (format > exportFormat) {
    throw new AdministrationError(
      `The export has format ${format}, and this release reads formats up to ${exportFormat}. Import it with a newer release.`,
    );
  }
  const { id, slug } = Object(workspace);
  const isValid =
    typeof id === 'string' && isId(id) && typeof slug === 'string' && typeof tables === 'object';
  if (!isValid || (secrets !== 'sealed' && secrets !== 'left_out'))
    throw new AdministrationError('The header of the export is not valid.');
  return { kind, format, workspace: { id, slug }, secrets, tables };
}

async function refuseExisting(sql: Sql, { workspace: { id, slug } }: ExportHeader): Promise<void> {
  const [found] = await sql(findExisting, [id, slug]);
  if (found === undefined) return;
  throw new AdministrationError(
    `There is already a tenant "${found.slug}" (${found.id}). Import into an installation without it, or delete it first.`,
  );
}

const findExisting = statement<{ id: string; slug: string }>(
  'find-tenant-to-import',
  'select id, slug from tenants where id = $1::uuid or slug = $2::text limit 1',
);

async function findDataKey(source: ImportSource, { secrets }: ExportHeader, passphrase: string | undefined) {
  if (secrets === 'left_out') return undefined;
  const key = await source.readDataKey();
  if (key === undefined)
    throw new AdministrationError('The export has sealed secrets, but no data-key.json.');
  if (passphrase === undefined)
    throw new AdministrationError('The export has sealed secrets: set EXPORT_PASSPHRASE to its passphrase.');
  return { key, passphrase };
}

function refuseIncomplete(end: ExportEnd | undefined, lines: LineReader): void {
  if (end === undefined)
    throw new AdministrationError(
      'The export is incomplete: its last line is missing. Nothing was imported.',
    );
  if (end.lines !== lines.count || end.sha256 !== lines.digest)
    throw new AdministrationError('The export was changed: its checksum is wrong. Nothing was imported.');
}

/**
 * Explains the errors of PostgreSQL that a valid export can cause. Ids of channels and tokens of public URLs are unique
 * in an installation, so another tenant may already have one. Partitions exist for past events and for the next few
 * weeks, so an event with a later time cannot be stored.
 */
function explainConflict(error: unknown): never {
  const { code, constraint, table } = Object(error);
  if (code === '23514' && constraint === undefined) {
    throw new AdministrationError(
      `A row of ${table} has an id from the future and cannot be stored. Compare the clocks of both installations. Nothing was imported.`,
    );
  }
  if (code !== '23505') throw error;
  throw new AdministrationError(
    `Another tenant of this installation has a value that must be unique (${constraint}). Nothing was imported.`,
  );
}
