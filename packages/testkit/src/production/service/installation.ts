import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@parley/database';
import { type Provider, startProvider } from '../../crash/provider.js';
import { type Receiver, startReceiver } from '../../crash/receiver.js';
import type { AcknowledgedWrite } from '../../crash/writes.js';
import { testEncryptionKeys, testKeys } from '../../database/test-keys.js';
import { testSecret } from '../../tokens.js';
import { findCurrentPgBouncer } from '../debian/find-pgbouncer.js';
import { findPostgresAccount, findPostgresPrograms } from '../debian/find-postgres.js';
import { installPackages } from '../debian/install-packages.js';
import { createCertificates } from '../parts/certificates.js';
import { type Pooler, type PoolerOptions, startPooler } from '../parts/pooler.js';
import { ownerRole, type PostgresServer, serviceRole, startPostgres } from '../parts/postgres-server.js';
import { runNpm } from './run-program.js';
import { type Environment, openProcesses, type ServiceProcesses } from './service-processes.js';

/** The service as an operator runs it, and the partners around it. */
export interface Installation {
  readonly folder: string;
  readonly postgres: PostgresServer;
  readonly processes: ServiceProcesses;
  /** The settings of all processes and commands. */
  readonly env: Environment;
  /** A connection of the owner to the server itself, with which the scenarios prepare and check. */
  readonly database: Database;
  readonly receiver: Receiver;
  readonly provider: Provider;
  /** What clients have seen in all scenarios so far. */
  readonly evidence: { readonly acknowledged: AcknowledgedWrite[] };
  startPooler(options: Pick<PoolerOptions, 'name' | 'pgBouncer' | 'keepsStatements'>): Promise<Pooler>;
  /** Stops everything. `keepFolder` keeps the logs. */
  stop(options: { readonly keepFolder: boolean }): Promise<void>;
}

export async function startInstallation(): Promise<Installation> {
  await installPackages(['postgresql', 'pgbouncer', 'openssl']);
  const pgBouncer = await findCurrentPgBouncer();
  const account = await findPostgresAccount();
  const programs = await findPostgresPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'parley-production-'));
  // PostgreSQL and PgBouncer run as another user, who has to reach a folder of its own in this one.
  await chmod(folder, 0o711);
  const stops: (() => Promise<void>)[] = [];
  const stop = async ({ keepFolder }: { readonly keepFolder: boolean }) => {
    for (const one of stops.splice(0).reverse()) await one();
    if (!keepFolder) await rm(folder, { recursive: true, force: true });
  };
  try {
    const parts = join(folder, 'parts');
    await mkdir(parts);
    const certificates = await createCertificates(parts);
    const postgres = await startPostgres({ folder: parts, programs, account, certificates });
    stops.push(() => postgres.stop('fast'));
    const openPooler: Installation['startPooler'] = (options) =>
      startPooler({ ...options, folder: parts, account, certificates, serverPort: postgres.port });
    const pooler = await openPooler({ name: 'pgbouncer', pgBouncer, keepsStatements: true });
    stops.push(() => pooler.stop());
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: postgres.urlOf(serviceRole),
      HOST: '127.0.0.1',
      JWT_SECRET: testSecret,
      ENCRYPTION_KEYS: testEncryptionKeys,
      PUBLIC_URL: 'http://parley.example',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    };
    await migrate({ ...env, DATABASE_ADMIN_URL: postgres.urlOf(ownerRole), DATABASE_ROLE: serviceRole });
    const processes = openProcesses(folder, env);
    stops.push(() => processes.stopAll());
    for (const number of [1, 2]) {
      await processes.start(`api-${number}`, 'api');
      await processes.start(`worker-${number}`, 'worker');
    }
    const database = openDatabase({ url: postgres.urlOf(ownerRole), keys: testKeys, poolSize: 4 });
    stops.push(() => database.close());
    const [receiver, provider] = await Promise.all([startReceiver(), startProvider()]);
    stops.push(
      () => receiver.stop(),
      () => provider.stop(),
    );
    console.log(`PostgreSQL from ${programs}, PgBouncer ${pgBouncer.version}, logs in ${folder}`);
    const evidence = { acknowledged: [] };
    return {
      ...{ folder, postgres, processes, env, database, receiver, provider, evidence },
      startPooler: openPooler,
      stop,
    };
  } catch (error) {
    // No caller has the installation yet, so nobody else can stop it.
    await stop({ keepFolder: true });
    throw error;
  }
}

async function migrate(env: Environment): Promise<void> {
  const { exitCode, output } = await runNpm('migrate', [], env);
  if (exitCode !== 0) throw new Error(`npm run migrate failed: ${output}`);
}
