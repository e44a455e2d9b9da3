import { composedStatement, type Database, type Sql, type Statement, statement } from '@parley/database';
import { isId } from '../ids.js';
import { webhookSecret, workspaceSecret } from '../secrets/places.js';
import type { SecretPlace } from '../secrets/sealed-text.js';
import { sealSecret } from '../secrets/secrets.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import type { Sizes } from '../sizes.js';
import { AdministrationError } from '../tenants/administration-error.js';
import type {
  ExportEnd,
  ExportHeader,
  JobLine,
  MissingFileLine,
  ReportProgress,
  RowLine,
} from './export-form.js';
import { listExportedTables } from './export-workspace.js';
import type { LineReader } from './line-reader.js';
import { partitionIdOf } from './past-events.js';

interface Importing {
  readonly sql: Sql;
  readonly database: Database;
  readonly header: ExportHeader;
  /** Events with smaller ids have expired. */
  readonly firstKeptId: string;
  readonly onProgress: ReportProgress | undefined;
  readonly sizes: Sizes;
}

/** Inserts the rows and adds the jobs of an export, in batches of lines of the same kind. */
export class RowImporter {
  readonly #importing: Importing;
  readonly #inserts: ReadonlyMap<string, Statement<unknown>>;
  #batch: string[] = [];
  #characters = 0;
  #part = '';
  #doneOfPart = 0;
  readonly #missingFileIds: string[] = [];
  #counts = { rows: 0, jobs: 0, webhooksWithNewSecret: 0, channelsWithoutSecrets: 0, expiredRows: 0 };

  static async create(importing: Importing): Promise<RowImporter> {
    return new RowImporter(importing, await prepareInserts(importing));
  }

  private constructor(importing: Importing, inserts: ReadonlyMap<string, Statement<unknown>>) {
    this.#importing = importing;
    this.#inserts = inserts;
  }

  get counts() {
    return this.#counts;
  }

  /** The files whose rows were imported and whose bytes the export does not have. */
  get missingFileIds(): readonly string[] {
    return this.#missingFileIds;
  }

  /** `afterTenant` runs when the row of the tenant exists. Returns the last line, or undefined when it is missing. */
  async importAll(lines: LineReader, afterTenant: () => Promise<void>): Promise<ExportEnd | undefined> {
    for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
      if (line.kind === 'end') {
        await this.#flush();
        return line;
      }
      if (line.kind === 'header') throw new AdministrationError('The export has two headers.');
      if (line.kind === 'missing_file') {
        this.#missingFileIds.push(checkFileId(line));
        continue;
      }
      if (line.kind === 'row' && this.#isExpired(line)) {
        this.#counts.expiredRows += 1;
        continue;
      }
      const text =
        line.kind === 'row' ? await this.#completeRow(line, lines.text) : checkJob(line, lines.text);
      await this.#add(line.kind === 'row' ? line.table : 'jobs', text);
      if (line.kind === 'row' && line.table === 'tenants') {
        await this.#flush();
        await afterTenant();
        if (this.#importing.header.secrets === 'left_out') await this.#replaceSigningSecret();
      }
    }
    return undefined;
  }

  #isExpired(line: RowLine): boolean {
    const id = partitionIdOf(line);
    return id !== undefined && id < this.#importing.firstKeptId;
  }

  async #add(part: string, text: string): Promise<void> {
    const { importBatch, importBatchCharacters } = this.#importing.sizes;
    const isFull = this.#batch.length >= importBatch || this.#characters >= importBatchCharacters;
    if (part !== this.#part || isFull) await this.#flush();
    if (part !== this.#part) this.#doneOfPart = 0;
    this.#part = part;
    this.#batch.push(text);
    this.#characters += text.length;
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const { sql, header, onProgress } = this.#importing;
    const insert = this.#part === 'jobs' ? addJobs : this.#inserts.get(this.#part);
    if (insert === undefined)
      throw new AdministrationError(`The header of the export does not list the table ${this.#part}.`);
    await sql(insert, [this.#batch, header.workspace.id]);
    this.#counts[this.#part === 'jobs' ? 'jobs' : 'rows'] += this.#batch.length;
    this.#doneOfPart += this.#batch.length;
    onProgress?.({ part: this.#part, done: this.#doneOfPart });
    this.#batch = [];
    this.#characters = 0;
  }

  /**
   * The id of the workspace comes from the header. Where a secret is required and was left out, a new secret is
   * created.
   */
  async #completeRow({ table, row }: RowLine, text: string): Promise<string> {
    const { header } = this.#importing;
    if (table === 'tenants' && row.id !== header.workspace.id)
      throw new AdministrationError('The row of the workspace does not have the id of the header.');
    if (header.secrets === 'sealed') return text;
    if (table === 'tenants') return JSON.stringify({ row: { ...row, signing_secret: '' } });
    if (table === 'channels' && row.provider !== 'sandbox') this.#counts.channelsWithoutSecrets += 1;
    if (table !== 'webhooks') return text;
    this.#counts.webhooksWithNewSecret += 1;
    const secret = await this.#newSecret(webhookSecret(header.workspace.id, String(row.id)));
    return JSON.stringify({ row: { ...row, secret } });
  }

  async #replaceSigningSecret(): Promise<void> {
    const { sql, header } = this.#importing;
    const { id } = header.workspace;
    await sql(setSigningSecret, [id, await this.#newSecret(workspaceSecret(id))]);
  }

  #newSecret(place: SecretPlace): Promise<string> {
    const { sql, database } = this.#importing;
    return sealSecret({ sql, database }, place, newSigningSecret());
  }
}

const setSigningSecret = statement(
  'set-signing-secret-of-import',
  'update tenants set signing_secret = $2::text where id = $1::uuid',
);

/** Creates one statement for each table of the header. It names only tables and columns that the catalogue has too. */
async function prepareInserts({ sql, header }: Importing): Promise<ReadonlyMap<string, Statement<unknown>>> {
  const known = new Map((await listExportedTables(sql, 'sealed')).map((table) => [table.name, table]));
  return new Map(
    Object.entries(header.tables).map(([name, columns]) => {
      const table = known.get(name);
      const unknown = columns.find((column) => !table?.columns.includes(column));
      if (table === undefined || unknown !== undefined) {
        const what = table === undefined ? `table ${name}` : `column ${name}.${unknown}`;
        throw new AdministrationError(
          `This release does not know the ${what} of the export. Import it with the release that exported it, or a newer one.`,
        );
      }
      const json = new Set(table.requiredJson);
      const values = columns.map((column) =>
        json.has(column) ? `coalesce(read.${column}, 'null'::jsonb)` : `read.${column}`,
      );
      const owner =
        name === 'tenants' ? { columns: [], values: [] } : { columns: ['tenant_id'], values: ['$2::uuid'] };
      const text = `insert into ${name} (${[...owner.columns, ...columns].join(', ')})
        select ${[...owner.values, ...values].join(', ')} from unnest($1::text[]) with ordinality line(text, place)
        cross join lateral jsonb_populate_record(null::${name}, line.text::jsonb -> 'row') read
        where $2::uuid is not null order by line.place`;
      return [name, composedStatement(text)];
    }),
  );
}

function checkJob({ task, payload }: JobLine, text: string): string {
  const isValid = /^[a-z][a-z-]*$/.test(task) && typeof payload === 'object' && payload !== null;
  if (!isValid) throw new AdministrationError('A job of the export is not valid.');
  return text;
}

function checkFileId({ fileId }: MissingFileLine): string {
  if (typeof fileId === 'string' && isId(fileId)) return fileId;
  throw new AdministrationError('A missing file of the export is not valid.');
}

/** The workspace of a job comes from the header, whatever the line says. */
const addJobs = statement(
  'add-jobs-of-import',
  `select parley_quiet.add_jobs(array_agg((
     job.line ->> 'task', (job.line -> 'payload' || jsonb_build_object('tenantId', $2::uuid))::json, null,
     (job.line ->> 'runAt')::timestamptz, null, job.line ->> 'key',
     parley_quiet.lane($2::uuid::text, (job.line ->> 'isBulk')::boolean, (job.line ->> 'runAt')::timestamptz), null
   )::graphile_worker.job_spec order by job.place)) as added
   from (select text::jsonb as line, place from unnest($1::text[]) with ordinality given(text, place)) job`,
);
