import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  findKeyWrapper,
  openDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import { SignJWT } from 'jose';
import pg from 'pg';
import { type Seed, type SeedSize, seedEmptyTenants, seedTenant } from './seed.js';

export const secret = 'a secret of the bench, long enough for HS256';
export const encryptionKeys = `bench:${Buffer.alloc(32, 'bench').toString('base64')}`;

/** One PostgreSQL for all servers that are compared. */
export interface Stage {
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly database: Database;
  /** Connections without a timeout: the statements that seed a million rows take longer than any statement of the service. */
  readonly seeding: Pick<Database, 'pool'>;
  addTenant(size: SeedSize): Promise<Seed & { token: string }>;
  addEmptyTenants(count: number): Promise<Array<{ tenantId: string; token: string }>>;
  stop(): Promise<void>;
}

interface StageOptions {
  /** Whether PostgreSQL never waits for the disk, which is right where no write is measured. Default is false. */
  readonly isDisposable?: boolean;
}

export async function startStage({ isDisposable = false }: StageOptions = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startLocalPostgres({ dataDir, isDisposable });
  await runMigrations(postgres.url);
  const database = openDatabase({
    url: postgres.url,
    keys: findKeyWrapper({ encryptionKeys, databaseUrl: postgres.url, dataDir }),
    responseTimeoutMs: 300_000,
  });
  const seeding = { pool: new pg.Pool({ connectionString: postgres.url }) };
  // A section that is interrupted and the end of its work stop it only once.
  let stopped: Promise<void> | undefined;
  return {
    databaseUrl: postgres.url,
    postgresPid: postgres.pid,
    database,
    seeding,
    async addTenant(size) {
      const seed = await seedTenant(seeding, size);
      return { ...seed, token: await signToken(seed) };
    },
    async addEmptyTenants(count) {
      const seeds = await seedEmptyTenants(seeding, count);
      return Promise.all(
        seeds.map(async (seed) => ({ tenantId: seed.tenantId, token: await signToken(seed) })),
      );
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };

  async function end(): Promise<void> {
    await database.close();
    await seeding.pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function signToken({ keyId, tenantId }: Pick<Seed, 'keyId' | 'tenantId'>): Promise<string> {
  return new SignJWT({ tenant_id: tenantId, scope: '*' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(keyId)
    .setJti(keyId)
    .setIssuedAt()
    .sign(new TextEncoder().encode(secret));
}
