import { findTenant, defaultSizes as sizes } from '@parley/core/administration';
import { deleteWorkspace, exportWorkspace, type ImportResult, importWorkspace } from '@parley/core/handover';
import { UsageError } from '../command-error.js';
import { ExportFolder } from '../handover/export-folder.js';
import { ImportFolder } from '../handover/import-folder.js';
import { printProgress } from '../handover/print-progress.js';
import type { CommandLine } from './command.js';
import { requireOption } from './read-options.js';
import { withFiles } from './with-files.js';

export const handoverHelp = `  npm run tenant -- export <slug> --to <folder>
  npm run tenant -- import <folder>
  npm run tenant -- delete <slug> --confirm <slug>

  export writes all data of a tenant into a new folder, as JSON lines and the bytes of its files, while
  the service runs. Secrets are left out, unless EXPORT_PASSPHRASE is set: then they stay sealed, and the
  import needs the same passphrase. The folder contains personal data; delete it when it is no longer needed.
  import creates the tenant with the same ids, completely or not at all. It refuses a slug or id that exists.
  delete deletes the tenant with all its data, in batches. Its tokens stop working first. A deletion cannot be
  undone; repeat the command if it was interrupted.
  If the service uses an object storage, set FILES_URL as for the service. Files are imported into PostgreSQL;
  npm run files -- move --to s3 moves them.`;

export function exportTenant(line: CommandLine): Promise<string> {
  const tenant = requireTenant(line, 'export demo --to demo-export');
  const folder = requireOption(line, 'to');
  const passphrase = line.environment.EXPORT_PASSPHRASE || undefined;
  return withFiles(line.environment, async (database) => {
    await findTenant(database, tenant);
    const target = await ExportFolder.create(folder);
    try {
      const onProgress = printProgress('Exported', line.report);
      const exported = await exportWorkspace(database, target, { tenant, passphrase, onProgress, sizes });
      const { lines, files, missingFiles } = exported;
      await target.finish();
      const secrets = passphrase
        ? 'The secrets are sealed; keep the passphrase.'
        : 'The secrets were left out: set EXPORT_PASSPHRASE to export them.';
      const missing =
        missingFiles > 0 ? ` Files that were deleted meanwhile and were left out: ${missingFiles}.` : '';
      return `Exported "${tenant}" to ${folder} (lines: ${lines}, files: ${files}).${missing} ${secrets}`;
    } catch (error) {
      target.abandon();
      throw error;
    }
  });
}

export async function importTenant(line: CommandLine): Promise<string> {
  const [folder, ...rest] = line.words;
  if (folder === undefined || rest.length > 0)
    throw new UsageError('Name the folder of the export, as in: import demo-export');
  const source = await ImportFolder.open(folder);
  const passphrase = line.environment.EXPORT_PASSPHRASE || undefined;
  return withFiles(line.environment, async (database) =>
    describeImport(
      await importWorkspace(database, source, {
        passphrase,
        sizes,
        onProgress: printProgress('Imported', line.report),
      }),
    ),
  );
}

function describeImport(result: ImportResult): string {
  const { slug, tenantId, rows, files, missingFiles, jobs } = result;
  const { webhooksWithNewSecret, channelsWithoutSecrets, expiredRows } = result;
  return [
    `Imported "${slug}" (${tenantId}): rows: ${rows}, files: ${files}, waiting jobs: ${jobs}.`,
    ...(missingFiles > 0
      ? [`Files that were deleted during the export and were left out: ${missingFiles}.`]
      : []),
    ...(webhooksWithNewSecret > 0
      ? [`API webhooks with a new secret: ${webhooksWithNewSecret}. Rotate each to see its secret.`]
      : []),
    ...(channelsWithoutSecrets > 0
      ? [`Channels without secrets: ${channelsWithoutSecrets}. Set them with PUT /v3/channels/{channelId}.`]
      : []),
    ...(expiredRows > 0
      ? [`Rows of expired events that were left out: ${expiredRows}. Events are kept for at most 400 days.`]
      : []),
    'Tokens of the other installation do not work here. Create new ones: npm run token -- --tenant <slug> --key <key id>',
  ].join('\n');
}

export function deleteTenant(line: CommandLine): Promise<string> {
  const tenant = requireTenant(line, 'delete demo --confirm demo');
  if (line.options.confirm !== tenant) {
    throw new UsageError(`This deletes all data of "${tenant}". Repeat its name: --confirm ${tenant}`);
  }
  return withFiles(line.environment, async (database) => {
    const onProgress = printProgress('Deleted', line.report);
    const { rows, areObjectsLeft } = await deleteWorkspace(database, { tenant, onProgress, sizes });
    const left = areObjectsLeft
      ? ' Bytes of its files are still in an object storage. A worker with FILES_URL removes them within an hour.'
      : '';
    return `Deleted "${tenant}" (rows: ${rows}).${left}`;
  });
}

function requireTenant({ words: [slug, ...rest] }: CommandLine, example: string): string {
  if (slug === undefined || rest.length > 0) throw new UsageError(`Name one tenant, as in: ${example}`);
  return slug;
}
