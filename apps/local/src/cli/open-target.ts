import { localKeyFile, readKeyFile, readLocalKeys, type SigningKey } from '@parley/api/signing-keys';
import {
  type Database,
  DatabaseUnreachableError,
  DataDirError,
  type FileStorage,
  findKeyWrapper,
  type KeyWrapper,
  MigrationError,
  ofAllTenants,
  openDatabase,
  readLocalDatabaseUrl,
  refuseUnlessMigrated,
} from '@parley/database';
import { CommandError } from '../command-error.js';
import { checkUrl } from '../owner-database.js';

export type Environment = Readonly<Record<string, string | undefined>>;

interface TargetOptions {
  /** For commands that read or write the bytes of files. */
  readonly files?: FileStorage;
  readonly poolSize?: number;
}

/** Runs `work` with the database of the command: `DATABASE_URL`, or else the database of the local start. */
export async function withTarget<Result>(
  environment: Environment,
  work: (database: Database) => Promise<Result>,
  { files, poolSize = 1 }: TargetOptions = {},
): Promise<Result> {
  const url = await findDatabaseUrl(environment);
  // The database may have row-level security or not, and a command does not need to be fast.
  const declaresTenants = true;
  const keys = findKeys(environment);
  const database = openDatabase({ url, keys, poolSize, declaresTenants, ...(files && { files }) });
  try {
    // A Prisma client that cannot connect fails at its first query, with an unclear error.
    await refuseUnlessMigrated(database.pool).catch(refuseUnreachable);
    return await work(ofAllTenants(database));
  } finally {
    await database.close();
  }
}

/**
 * Finds the encryption keys for the secrets in that database. Without keys, only commands that need no secrets work.
 */
export function findKeys(environment: Environment): KeyWrapper {
  return findKeyWrapper({
    encryptionKeys: environment.ENCRYPTION_KEYS?.trim() || undefined,
    databaseUrl: environment.DATABASE_URL || undefined,
    dataDir: dataDirOf(environment),
  });
}

/** Returns the URL of the server itself if a pooler is in between, because a command uses only one connection. */
export async function findDatabaseUrl(environment: Environment): Promise<string> {
  const { DATABASE_DIRECT_URL: direct, DATABASE_URL: url } = environment;
  if (direct) return checkUrl('DATABASE_DIRECT_URL', direct);
  return url ? checkUrl('DATABASE_URL', url) : findLocal(dataDirOf(environment));
}

/** Finds the newest secret, with which the service of that database signs tokens. */
export async function findSecret(environment: Environment): Promise<string> {
  const keys = findSigningKeys(environment);
  if ('variable' in keys) return keys.newest;
  const [newest] = await readKeys(keys);
  if (newest === undefined) throw new CommandError(`${keys.file} contains no secret.`);
  return newest.secret;
}

/** Finds the source of the signing keys: the environment, or a file that commands can change. */
export function findSigningKeys(environment: Environment): SigningKeySource {
  if (environment.AUTH_JWKS_URL) {
    throw new CommandError('AUTH_JWKS_URL is set: tokens come from your issuer, not from Parley.');
  }
  const { JWT_SECRET, JWT_SECRETS, JWT_SECRETS_FILE: file } = environment;
  if (file) return { file };
  if (JWT_SECRETS) return { variable: 'JWT_SECRETS', newest: (JWT_SECRETS.split(',')[0] ?? '').trim() };
  if (JWT_SECRET) return { variable: 'JWT_SECRET', newest: JWT_SECRET };
  const dataDir = dataDirOf(environment);
  if (!environment.DATABASE_URL) return { file: localKeyFile(dataDir), dataDir };
  throw new CommandError(
    'With DATABASE_URL, set JWT_SECRET to the secret that the service signs tokens with.',
  );
}

export type SigningKeySource =
  | { readonly variable: 'JWT_SECRET' | 'JWT_SECRETS'; readonly newest: string }
  | KeyFileSource;

export interface KeyFileSource {
  readonly file: string;
  /** Set for the key file of the local start, which is created if it is missing. */
  readonly dataDir?: string;
}

export async function readKeys({ file, dataDir }: KeyFileSource): Promise<readonly SigningKey[]> {
  try {
    return await (dataDir === undefined ? readKeyFile(file) : readLocalKeys(dataDir));
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

export function dataDirOf(environment: Environment): string {
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
  if (error instanceof DatabaseUnreachableError || error instanceof MigrationError)
    throw new CommandError(error.message);
  throw new CommandError(
    `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  );
}
