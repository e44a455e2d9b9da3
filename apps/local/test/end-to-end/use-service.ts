import { afterAll, beforeAll } from '@jest/globals';
import { parseConfig, startApi } from '@parley/api';
import { type Database, openDatabase, type Tenant } from '@parley/database';
import { createTenant, createTestDatabase, createToken, testKeys, testSecret } from '@parley/testkit';
import { createWorker, parseWorkerConfig } from '@parley/worker';
import { pino } from 'pino';

export interface TestService {
  readonly url: string;
  readonly database: Database;
  readonly tenant: Tenant;
  readonly token: string;
}

/** Starts the API and a worker with their own database, as two processes would. Read the result only inside tests. */
export function useService(): () => TestService {
  let service: TestService | undefined;
  let stop = async () => {};

  beforeAll(async () => {
    const { url, database, close } = await createTestDatabase();
    const logger = pino({ level: 'silent' });
    const now = () => new Date();
    const [apiDatabase, workerDatabase] = [
      openDatabase({ url, keys: testKeys }),
      openDatabase({ url, keys: testKeys }),
    ];
    const api = await startApi({
      config: parseConfig({ ...settings, DATABASE_URL: url }),
      database: apiDatabase,
      logger,
      now,
    });
    const config = parseWorkerConfig(settings);
    const worker = createWorker({ config, database: workerDatabase, logger, now });
    await worker.start();
    stop = async () => {
      await api.stop();
      await worker.stop();
      await Promise.all([apiDatabase.close(), workerDatabase.close()]);
      await close();
    };
    const tenant = await createTenant(database);
    service = { url: api.url, database, tenant, token: await createToken(database, tenant.id) };
  });
  afterAll(() => stop());

  return () => {
    if (service === undefined) throw new Error('The service exists only while tests run');
    return service;
  };
}

const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  DRAIN_DELAY_MS: '0',
  PUBLIC_URL: 'http://localhost:3000',
  JWT_SECRET: testSecret,
  RATE_LIMIT_STORE: 'memory',
  VALIDATE_RESPONSES: 'strict',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
};
