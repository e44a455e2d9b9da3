import { expectedFilesUrl, type ObjectStorageAddress, parseFilesUrl } from '@parley/config/files-url';
import {
  countLooseObjects,
  countStores,
  type MoveProgress,
  moveFiles,
  defaultSizes as sizes,
} from '@parley/core/administration';
import type { Database, FileStorage } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { CommandError, UsageError } from '../command-error.js';
import { chooseAction } from './choose-action.js';
import type { Command, CommandLine } from './command.js';
import { formatBytes } from './format-bytes.js';
import { type Environment, withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { refuseSurplus, requireOption } from './read-options.js';

export const command: Command = {
  help: `Shows where the bytes of files are stored, and moves them.

  npm run files -- status
  npm run files -- move --to s3
  npm run files -- move --to postgres

  status  shows how many files and bytes each store has, and how many loose objects there are. A loose
          object belongs to no file: it is being stored, or will be removed within minutes
  move    moves all files to the store while the service runs, and prints its progress. It can be stopped
          and started again at any time. If a file could not be moved, it prints the file and exits with 1

To move to the object storage, first set FILES_URL for every process and restart them. To move back, set
FILES_STORE=postgres for every process and restart them; remove FILES_URL when status shows no files and
no loose objects there.

Works on the database of the running local service, or on DATABASE_URL, and on the object storage FILES_URL.`,
  options: { to: { type: 'string' } },
  run: chooseAction({ status, move }),
};

function status({ words, environment }: CommandLine): Promise<string> {
  refuseSurplus(words);
  return withTarget(environment, async (database) => {
    const table = printTable(await countStores(database), {
      store: ({ store }) => store,
      files: (row) => String(row.files),
      bytes: ({ bytes }) => formatBytes(bytes),
    });
    return `${table}\n\nLoose objects: ${await countLooseObjects(database)}`;
  });
}

async function move(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  const to = requireOption(line, 'to');
  if (to !== 'postgres' && to !== 's3') throw new UsageError(`--to must be postgres or s3, not "${to}".`);
  const objectStorage = readAddress(line.environment);
  const storage = await openFileStorage({ objectStorage, filesStore: to });
  try {
    return await withTarget(line.environment, (database) => moveAll(database, to, line.report), {
      files: storage,
      poolSize: 4,
    });
  } finally {
    storage.objects?.close();
  }
}

async function moveAll(
  database: Database,
  to: FileStorage['store'],
  report: CommandLine['report'],
): Promise<string> {
  const from = (await countStores(database)).find(({ store }) => store !== to);
  const total = { files: from?.files ?? 0, bytes: from?.bytes ?? 0 };
  const describe = ({ files: moved, bytes }: Pick<MoveProgress, 'files' | 'bytes'>) =>
    `${moved} of ${total.files} files (${formatBytes(bytes)} of ${formatBytes(total.bytes)})`;
  let shownAt = Number.NEGATIVE_INFINITY;
  const onProgress = (progress: MoveProgress) => {
    if (performance.now() - shownAt < 1_000) return;
    shownAt = performance.now();
    report(`Moved ${describe(progress)}`);
  };
  const { failures, ...moved } = await moveFiles(database, { to, now: () => new Date(), sizes, onProgress });
  if (failures.length === 0) return `Moved ${describe(moved)} to ${to}.`;
  const reasons = failures.map(({ fileId, error }) => `  ${fileId}: ${messageOf(error)}`);
  throw new CommandError(
    `Moved ${describe(moved)} to ${to}. These files could not be moved; start the command again:\n${reasons.join('\n')}`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readAddress({ FILES_URL: url }: Environment): ObjectStorageAddress {
  const address = url ? parseFilesUrl(url.trim()) : undefined;
  if (address === undefined) throw new CommandError(`FILES_URL must be a URL like ${expectedFilesUrl}.`);
  return address;
}
