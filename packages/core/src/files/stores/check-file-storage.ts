import { type Database, statement } from '@parley/database';

/** Throws one line for the operator when files are in an object storage that this process does not know. */
export async function checkFileStorage({ sql, files }: Pick<Database, 'sql' | 'files'>): Promise<void> {
  if (files.objects !== undefined) return;
  const [found] = await sql(hasObjects, []);
  if (!found?.exists) return;
  throw new Error(
    'Some files are in an object storage. Set FILES_URL to its address. To store new files in the database, also set FILES_STORE=postgres.',
  );
}

const hasObjects = statement<{ exists: boolean }>(
  'has-files-in-object-storage',
  `select exists (select from files where store = 's3') as exists`,
);
