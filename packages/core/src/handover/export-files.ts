import { type Database, type Sql, statement } from '@parley/database';
import { DomainError } from '../domain-error.js';
import { type FileRow, fileColumns, openFile } from '../files/stores/stored-file.js';
import type { Sizes } from '../sizes.js';
import type { ExportTarget, ReportProgress } from './export-form.js';

interface FilesToExport {
  readonly tenantId: string;
  readonly onProgress: ReportProgress | undefined;
  readonly sizes: Sizes;
}

interface ExportedFiles {
  /** The number of files whose bytes were written. */
  readonly files: number;
  /** The files that were deleted before their bytes were read. */
  readonly missingIds: readonly string[];
}

/**
 * Bytes in the database are read in the snapshot. Object storage has no snapshot: a file that has moved from there meanwhile is
 * found at its new place, which only other transactions see, and the bytes of a file that was deleted meanwhile are missing.
 */
export async function exportFiles(
  { sql, database }: { readonly sql: Sql; readonly database: Database },
  target: Pick<ExportTarget, 'writeFile'>,
  { tenantId, onProgress, sizes: { exportBatch } }: FilesToExport,
): Promise<ExportedFiles> {
  const missingIds: string[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (let done = 0; ; ) {
    const rows = await sql(list, [tenantId, after, exportBatch]);
    for (const row of rows) {
      const source = row.store === 's3' ? database : { sql, files: database.files };
      try {
        await target.writeFile(row.id, openFile(source, row).readChunks());
      } catch (error) {
        if (!isDeleted(error)) throw error;
        missingIds.push(row.id);
      }
    }
    done += rows.length;
    if (rows.length > 0) onProgress?.({ part: 'files', done });
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportBatch)
      return { files: done - missingIds.length, missingIds };
    after = last.id;
  }
}

function isDeleted(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'file_not_found';
}

const list = statement<FileRow>(
  'list-files-to-export',
  `select ${fileColumns} from files where tenant_id = $1::uuid and id > $2::uuid order by id limit $3::int`,
);
