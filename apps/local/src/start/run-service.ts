import { type Config, type DocsBuild, localKeyFile, prepareApi, readLocalKeys } from '@parley/api';
import { endOnUncaught, logOptions } from '@parley/config';
import {
  checkEncryptionKeys,
  checkFileStorage,
  defaultSizes,
  normalizeAddressesOnce,
  sealStoredSecrets,
} from '@parley/core/administration';
import {
  checkRowSecurity,
  type Database,
  type DatabaseClock,
  type FileStorage,
  findKeyWrapper,
  logDatabase,
  observeClock,
  ofAllTenants,
  openDatabase,
  startDatabaseClock,
} from '@parley/database';
import { openFileStorage } from '@parley/files';
import { startTracing } from '@parley/tracing';
import { createPausableWorker, createWorker, PositionFile, parseWorkerConfig } from '@parley/worker';
import { type Logger, pino } from 'pino';
import { seedDemo } from '../../../../prisma/seed.js';
import { findOwner, migrateAsOwner } from '../owner-database.js';
import { explainListenError } from './check-port.js';
import type { Lifecycle } from './lifecycle.js';
import { step as printStep, runQuietly, type Step } from './progress.js';
import type { Service } from './welcome.js';

export interface RunServiceOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly config: Config;
  /** The running database. */
  readonly url: string;
  /** Whether the demo tenant is added if it is missing. */
  readonly wantsDemo: boolean;
  readonly docs?: DocsBuild | undefined;
  /** Whether the steps are not printed. */
  readonly isQuiet?: boolean;
}

export interface StartedService extends Service {
  /** The URL on which the API listens. */
  readonly url: string;
}

/** Migrates the database to this release, then runs the API and a worker in this process. */
export async function runService(
  lifecycle: Pick<Lifecycle, 'started'>,
  options: RunServiceOptions,
): Promise<StartedService> {
  const { environment, config, url, docs } = options;
  const step = options.isQuiet ? runQuietly : printStep;
  const logger = pino(logOptions(config.logLevel));
  endOnUncaught(logger);
  // Both run in this process, so their spans have one name.
  lifecycle.started(await startTracing(config.tracing, { serviceName: 'parley', logger }));
  const files = await openFileStorage(config);
  lifecycle.started(async () => files.objects?.close());
  const database = open(lifecycle, { ...options, files }, logger);
  const auth = await keepKeys(config, step);
  let clock: DatabaseClock | undefined;
  // The database may have to be migrated first; until then nothing is stored.
  const now = () => clock?.now() ?? new Date();
  // The worker has its own connections, so that a burst of jobs does not delay requests.
  const workerDatabase = open(lifecycle, { ...options, files }, logger);
  const worker = createPausableWorker(
    createWorker({ config: parseWorkerConfig(environment), database: workerDatabase, logger, now }),
    { database: workerDatabase, logger, positionFile: new PositionFile(config.dataDir) },
  );
  const { registry } = worker;
  const [api] = await Promise.all([
    prepareApi({ config: { ...config, auth }, database, logger, now, registry, docs }),
    step(
      'Migrations',
      () => migrateAsOwner(findOwner(environment) ?? { url, variable: 'DATABASE_URL' }, environment),
      describeMigrations,
    ),
  ]);
  clock = await startDatabaseClock(database.pool, {
    onFailed: (err) => logger.warn({ err }, 'the clock of the database could not be read'),
  });
  lifecycle.started(() => clock?.stop() ?? Promise.resolve());
  observeClock(registry, clock);
  await checkGuard(database, config, step);
  const system = ofAllTenants(database);
  await checkEncryptionKeys(system);
  await checkFileStorage(system);
  await normalizeAddressesOnce(system, defaultSizes);
  if (options.wantsDemo) await addDemo(system, step);
  await sealStoredSecrets(system, defaultSizes);
  const running = await step(
    'API',
    () => listen(api, config),
    ({ url }) => `listening on ${config.host}:${new URL(url).port}`,
  );
  lifecycle.started(() => running.stop());
  await step(
    'Worker',
    () => worker.start(),
    () => `${config.workerConcurrency} jobs at a time`,
  );
  lifecycle.started(() => worker.stop());
  return { config, database, auth, url: running.url };
}

function open(
  lifecycle: Pick<Lifecycle, 'started'>,
  { url, config, files }: RunServiceOptions & { readonly files: FileStorage },
  logger: Logger,
): Database {
  const database = openDatabase({
    url: config.databaseDirectUrl ?? url,
    keys: findKeyWrapper(config),
    files,
    poolSize: config.poolSize,
    searchPoolSize: config.searchPoolSize,
    searchTimeoutMs: config.searchTimeoutMs,
    slowStatementMs: config.slowStatementMs,
    declaresTenants: config.rowSecurity !== 'off',
    ...logDatabase(logger),
  });
  lifecycle.started(() => database.close());
  return database;
}

/** Refuses a database that does not match the setting. The step is printed only where the option is used. */
async function checkGuard(database: Database, { rowSecurity }: Config, step: Step): Promise<void> {
  const check = () => checkRowSecurity(database.pool, rowSecurity);
  if (rowSecurity === 'off') await check();
  else await step('Row-level security', check, () => rowSecurity);
}

function describeMigrations({ applied }: { applied: readonly string[] }): string {
  return applied.length === 0 ? 'up to date' : `${applied.length} applied`;
}

async function addDemo(database: Database, step: Step): Promise<void> {
  await step(
    'Demo tenant',
    () => seedDemo(database),
    (isNew) => (isNew ? 'added' : 'already exists'),
  );
}

async function keepKeys({ auth, dataDir }: Config, step: Step) {
  if (auth.kind !== 'local-secret') return auth;
  await step(
    'Secret',
    () => readLocalKeys(dataDir),
    () => `stored in ${localKeyFile(dataDir)}`,
  );
  return { kind: 'secret-file' as const, file: localKeyFile(dataDir) };
}

async function listen(api: Awaited<ReturnType<typeof prepareApi>>, { host, port }: Config) {
  try {
    return await api.listen();
  } catch (error) {
    throw explainListenError(error, host, port);
  }
}
