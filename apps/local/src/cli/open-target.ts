import { readLocalSecret } from '@parley/api/local-secret';
import {
  type Database,
  DatabaseUnreachableError,
  DataDirError,
  openDatabase,
  readLocalDatabaseUrl,
  refuseUnlessMigrated,
} from '@parley/database';
import { CommandError } from '../command-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs `work` on the database of the command: `DATABASE_URL`, or else that of the local start. */
export async function withTarget<Result>(
  environment: Environment,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url: await findDatabaseUrl(environment), poolSize: 1 });
  try {
    // A Prisma client that cannot connect fails at its first query, with an unclear error.
    await refuseUnlessMigrated(database.pool).catch(refuseUnreachable);
    return await work(database);
  } finally {
    await database.close();
  }
}

export async function findDatabaseUrl(environment: Environment): Promise<string> {
  const { DATABASE_URL: url } = environment;
  if (!url) return findLocal(dataDirOf(environment));
  if (/^postgres(?:ql)?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return url;
  throw new CommandError('DATABASE_URL must be a URL that begins with postgres:// or postgresql://.');
}

/** The secret that the service of that database signs tokens with. */
export async function findSecret(environment: Environment): Promise<string> {
  if (environment.AUTH_JWKS_URL) {
    throw new CommandError('AUTH_JWKS_URL is set: tokens come from your issuer, not from Parley.');
  }
  if (environment.JWT_SECRET) return environment.JWT_SECRET;
  if (!environment.DATABASE_URL) return readLocalSecret(dataDirOf(environment));
  throw new CommandError(
    'With DATABASE_URL, set JWT_SECRET to the secret that the service signs tokens with.',
  );
}

function dataDirOf(environment: Environment): string {
  return environment.DATA_DIR || '.data';
}

async function findLocal(dataDir: string): Promise<string> {
  try {
    return await readLocalDatabaseUrl(dataDir);
  } catch (error) {
    if (error instanceof DataDirError) throw error;
    throw new CommandError(
      `Parley is not running in ${dataDir}: start it with npm start, or set DATABASE_URL.`,
    );
  }
}

export function refuseUnreachable(error: unknown): never {
  if (error instanceof DatabaseUnreachableError) throw new CommandError(error.message);
  throw new CommandError(
    `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  );
}
