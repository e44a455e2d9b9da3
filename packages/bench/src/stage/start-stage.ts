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
import { type Seed, type SeedSize, seedTenant } from './seed.js';

export const secret = 'a secret of the bench, long enough for HS256';
export const encryptionKeys = `bench:${Buffer.alloc(32, 'bench').toString('base64')}`;

/** One PostgreSQL for all servers that are compared. */
export interface Stage {
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly database: Database;
  addTenant(size: SeedSize): Promise<Seed & { token: string }>;
  stop(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startLocalPostgres({ dataDir });
  await runMigrations(postgres.url);
  const database = openDatabase({
    url: postgres.url,
    keys: findKeyWrapper({ encryptionKeys, databaseUrl: postgres.url, dataDir }),
    responseTimeoutMs: 300_000,
  });
  return {
    databaseUrl: postgres.url,
    postgresPid: postgres.pid,
    database,
    async addTenant(size) {
      const seed = await seedTenant(database, size);
      return { ...seed, token: await signToken(seed) };
    },
    async stop() {
      await database.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function signToken({ keyId, tenantId }: Seed): Promise<string> {
  return new SignJWT({ tenant_id: tenantId, scope: '*' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(keyId)
    .setJti(keyId)
    .setIssuedAt()
    .sign(new TextEncoder().encode(secret));
}
