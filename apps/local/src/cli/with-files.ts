import { expectedFilesUrl, parseFilesUrl } from '@parley/config/files-url';
import type { Database } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { CommandError } from '../command-error.js';
import { type Environment, withTarget } from './open-target.js';

/**
 * Like `withTarget`, for commands that read or remove the bytes of files, including those in the object storage of
 * `FILES_URL`.
 */
export async function withFiles<Result>(
  environment: Environment,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = environment.FILES_URL?.trim();
  if (!url) return withTarget(environment, work, { poolSize });
  const objectStorage = parseFilesUrl(url);
  if (objectStorage === undefined)
    throw new CommandError(`FILES_URL must be a URL like ${expectedFilesUrl}.`);
  const files = await openFileStorage({ objectStorage, filesStore: 's3' });
  try {
    return await withTarget(environment, work, { files, poolSize });
  } finally {
    files.objects?.close();
  }
}

/** An import creates the partitions of past events on a second connection, while its transaction keeps the first. */
const poolSize = 2;
