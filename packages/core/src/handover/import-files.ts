import { createHash } from 'node:crypto';
import { type Sql, statement } from '@parley/database';
import { fileChunkBytes } from '../files/stores/file-store.js';
import type { Sizes } from '../sizes.js';
import { AdministrationError } from '../tenants/administration-error.js';
import type { ImportSource, ReportProgress } from './export-form.js';

interface FileToImport {
  readonly id: string;
  readonly size: number;
  readonly checksum: string;
}

interface FilesToImport {
  readonly tenantId: string;
  readonly onProgress: ReportProgress | undefined;
  readonly sizes: Sizes;
}

/** Stores the bytes of every imported file, in chunks, and compares their checksums. */
export async function importFiles(
  sql: Sql,
  source: Pick<ImportSource, 'readFile'>,
  { tenantId, onProgress, sizes: { importedFilePage } }: FilesToImport,
): Promise<number> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (let done = 0; ; ) {
    const files = await sql(list, [tenantId, after, importedFilePage]);
    for (const file of files) await importFile(sql, source, { tenantId, file });
    done += files.length;
    if (files.length > 0) onProgress?.({ part: 'files', done });
    const last = files.at(-1);
    if (last === undefined || files.length < importedFilePage) return done;
    after = last.id;
  }
}

async function importFile(
  sql: Sql,
  source: Pick<ImportSource, 'readFile'>,
  { tenantId, file }: { readonly tenantId: string; readonly file: FileToImport },
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  let waiting = Buffer.alloc(0);
  const store = async (bytes: Buffer) => {
    await sql(insertChunk, [tenantId, file.id, size, bytes]);
    size += bytes.length;
  };
  for await (const bytes of source.readFile(file.id)) {
    hash.update(bytes);
    waiting = Buffer.concat([waiting, bytes]);
    for (; waiting.length >= fileChunkBytes; waiting = waiting.subarray(fileChunkBytes))
      await store(waiting.subarray(0, fileChunkBytes));
  }
  if (waiting.length > 0 || size === 0) await store(waiting);
  if (size !== file.size || hash.digest('hex') !== file.checksum)
    throw new AdministrationError(`The file ${file.id} of the export was changed. Nothing was imported.`);
}

const list = statement<FileToImport>(
  'list-files-to-import',
  `select id, size, checksum from files where tenant_id = $1::uuid and id > $2::uuid order by id limit $3::int`,
);

const insertChunk = statement(
  'import-file-chunk',
  `insert into file_contents (tenant_id, file_id, start_at, bytes) values ($1::uuid, $2::uuid, $3::int, $4::bytea)`,
);
