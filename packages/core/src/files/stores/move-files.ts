import type { Database, FileStore as StoreName } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import { sizedStatement } from '../../sql/sized-statement.js';
import { moveFile } from './move-file.js';
import { type FileRow, fileColumns } from './stored-file.js';

export interface MoveProgress {
  readonly files: number;
  readonly bytes: number;
  readonly failures: readonly MoveFailure[];
}

export interface MoveFailure {
  readonly fileId: string;
  readonly error: unknown;
}

interface MoveOptions {
  readonly to: StoreName;
  readonly now: () => Date;
  readonly sizes: Sizes;
  /** Called after each batch. */
  readonly onProgress?: (progress: MoveProgress) => void;
}

/**
 * Moves all files that are not in the store yet. Each row says where its bytes are, so an interrupted run continues
 * when it is started again. It continues after a file that cannot be moved, and stops when no file of a batch can be
 * moved.
 */
export async function moveFiles(
  database: Database,
  { to, now, sizes, onProgress }: MoveOptions,
): Promise<MoveProgress> {
  const from: StoreName = to === 's3' ? 'postgres' : 's3';
  const failures: MoveFailure[] = [];
  let files = 0;
  let bytes = 0;
  let last = { tenantId: leastId, id: leastId };
  for (;;) {
    const batch = await database.sql(findNext(sizes), [from, last.tenantId, last.id]);
    const outcomes = await Promise.allSettled(batch.map((file) => moveFile(database, file, { to, now })));
    for (const [index, outcome] of outcomes.entries()) {
      const file = batch[index];
      if (file === undefined) continue;
      last = file;
      if (outcome.status === 'rejected') failures.push({ fileId: file.id, error: outcome.reason });
      else if (outcome.value) {
        files += 1;
        bytes += file.size;
      }
    }
    const hasFailed = batch.length > 0 && outcomes.every(({ status }) => status === 'rejected');
    if (batch.length === 0 || hasFailed) return { files, bytes, failures };
    onProgress?.({ files, bytes, failures });
  }
}

const leastId = '00000000-0000-0000-0000-000000000000';

const findNext = sizedStatement<FileRow>(
  'find-files-to-move',
  ({ movedFiles }) => `select ${fileColumns} from files
   where store = $1::file_store and (tenant_id, id) > ($2::uuid, $3::uuid)
   order by tenant_id, id limit ${movedFiles}`,
);
