import { type ApiOptions, parseConfig, startApi } from '@parley/api';
import { type Database, findKeyWrapper, openDatabase, type Tenant } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { pino } from 'pino';
import { Agent } from 'undici';
import { createClient, type TestClient } from './client/create-client.js';
import type { CallOptions } from './client/operation-types.js';
import { send } from './client/send.js';
import { createClock, type TestClock } from './clock.js';
import { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
import { guardDatabase } from './database/guard-database.js';
import { testEncryptionKeys } from './database/test-keys.js';
import { createTenant } from './fixtures/tenants.js';
import { createToken, testSecret } from './tokens.js';
import type { WireResponse } from './wire/wire-response.js';

export interface TestAppOptions {
  /** The time of the clock; by default, v2 is deprecated and has not ended yet. */
  readonly now?: string | Date;
  /** Settings of the API, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** A database that others use too, and that stays open; the default is a new one. */
  readonly database?: Omit<TestDatabase, 'close'>;
  /** Overrides limits of event streams. */
  readonly streamLimits?: ApiOptions['streamLimits'];
  /** Whether the app has row-level security and a role that owns nothing. Default is no. */
  readonly isGuarded?: boolean;
}

export interface TestApp {
  readonly url: string;
  readonly clock: TestClock;
  /** A connection for fixtures and for reading what was written; the app has its own connections. */
  readonly database: Database;
  /** A tenant without any limits, and the token that the clients send by default. */
  readonly tenant: Tenant;
  readonly token: string;
  readonly v3: TestClient<'v3'>;
  readonly v2: TestClient<'v2'>;
  /** All log lines of the app. */
  readonly logs: readonly string[];
  /** Sends requests that are not in the contract; nothing is compared with the documents. */
  send(method: string, path: string, options?: CallOptions): Promise<WireResponse>;
  /** Stops everything; fails if a connection to the database is left open. */
  stop(): Promise<void>;
}

/** Starts the real API on a free port, with a new database. */
export async function startTestApp({
  now = midDeprecation,
  env = {},
  isGuarded = false,
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const {
    url: databaseUrl,
    database,
    close,
  } = options.database ? { ...options.database, close: async () => {} } : await createTestDatabase();
  const clock = createClock(now);
  const guarded = isGuarded ? await guardDatabase({ url: databaseUrl, database }) : undefined;
  const target = guarded
    ? { DATABASE_URL: guarded.roleUrl, DATABASE_ROW_SECURITY: 'on' }
    : { DATABASE_URL: databaseUrl };
  const config = parseConfig({ ...defaults, ...target, ...env });
  const { searchPoolSize, searchTimeoutMs } = config;
  const files = await openFileStorage(config);
  const appDatabase = openDatabase({
    url: config.databaseUrl ?? databaseUrl,
    keys: findKeyWrapper(config),
    files,
    poolSize: config.poolSize,
    searchPoolSize,
    searchTimeoutMs,
    declaresTenants: config.rowSecurity !== 'off',
  });
  const logs: string[] = [];
  const logger = pino({ level: config.logLevel }, { write: (line) => logs.push(line) });
  const api = await startApi({
    config,
    database: appDatabase,
    logger,
    now: clock.now,
    streamLimits: options.streamLimits,
    // Most tests would pay for it and not profit.
    warmsUp: false,
    // The statements of a count, half a minute after the start, would be in the middle of whatever is tested then.
    countsJobs: false,
  });
  const dispatcher = new Agent();
  const tenant = await createTenant(database);
  const token = await createToken(database, tenant.id);
  const client = { url: api.url, token, dispatcher };
  return {
    url: api.url,
    clock,
    database,
    tenant,
    token,
    v3: createClient('v3', client),
    v2: createClient('v2', client),
    logs,
    send: (method, path, options = {}) => send({ url: `${api.url}${path}`, method, dispatcher }, options),
    async stop() {
      await dispatcher.close();
      await api.stop();
      await appDatabase.close();
      files.objects?.close();
      await guarded?.release();
      await close();
    },
  };
}

export const testMetricsToken = 'metrics-token-of-the-tests';

const midDeprecation = '2026-10-15T09:30:00.000Z';

const defaults = {
  HOST: '127.0.0.1',
  PORT: '0',
  DRAIN_DELAY_MS: '0',
  PUBLIC_URL: 'http://localhost:3000',
  JWT_SECRET: testSecret,
  ENCRYPTION_KEYS: testEncryptionKeys,
  RATE_LIMIT_STORE: 'memory',
  // All tests call from one address, which the failure limit would block.
  AUTH_FAILURES_PER_MINUTE: '1000000',
  VALIDATE_RESPONSES: 'strict',
  LOG_LEVEL: 'debug',
  METRICS_TOKEN: testMetricsToken,
  // Everything is counted, and the counts are stored when the app stops, so that they do not change a test meanwhile.
  USAGE_FLUSH_SECONDS: '3600',
};
