import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parseConfig, startApi } from '@parley/api';
import { openDatabase } from '@parley/database';
import {
  createTenant,
  createTestDatabase,
  createToken,
  type TestDatabase,
  testEncryptionKeys,
  testKeys,
  testSecret,
} from '@parley/testkit';
import { createWorker, parseWorkerConfig } from '@parley/worker';
import { pino } from 'pino';
import { openClient } from '../src/story/open-client.js';
import { runWholeStory } from '../src/story/run-whole-story.js';
import { runProgram } from './support/run-program.js';
import { waitFor } from './support/wait-for.js';

jest.setTimeout(120_000);

/** Roles belong to the whole server, which other test files use too. */
const role = `parley_role_${randomBytes(4).toString('hex')}`;

let target: TestDatabase;
let roleUrl: string;
let receiver: Server;
const received = new Set<string>();

beforeAll(async () => {
  target = await createTestDatabase();
  await target.database.pool.query(`create role ${role} login password 'secret'`);
  const url = new URL(target.url);
  url.username = role;
  url.password = 'secret';
  roleUrl = url.toString();
  receiver = createServer((request, response) => {
    received.add(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve));
  await target.database.pool.query(`drop owned by ${role}; drop role ${role}`);
  await target.close();
});

describe('npm run migrate with DATABASE_ADMIN_URL', () => {
  const migrate = (environment: Readonly<Record<string, string>> = {}) =>
    runProgram('cli/migrate', [], {
      DATABASE_URL: roleUrl,
      DATABASE_ADMIN_URL: target.url,
      ENCRYPTION_KEYS: testEncryptionKeys,
      ...environment,
    });

  it('is named by every process that lacks rights, in one line', async () => {
    const environment = {
      DATABASE_URL: roleUrl,
      ENCRYPTION_KEYS: testEncryptionKeys,
      JWT_SECRET: testSecret,
    };
    for (const program of ['api', 'worker', 'cli/tenant'] as const) {
      const args = program === 'cli/tenant' ? ['list'] : [];
      const { code, stderr } = await runProgram(program, args, environment);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^[^\n]*The role "\w+" lacks rights: [^\n]+DATABASE_ADMIN_URL=… DATABASE_ROLE=\w+ npm run migrate\n$/,
        ),
      });
    }
  });

  it('grants the user of DATABASE_URL what it needs, and can be repeated', async () => {
    const expected = {
      code: 0,
      stderr: '',
      stdout: `The role "${role}" has the rights that the API and the workers need.\n`,
    };
    expect(await migrate()).toEqual(expected);
    expect(await migrate({ DATABASE_URL: '', DATABASE_ROLE: role })).toEqual(expected);
  });

  it('lets the role set its own defaults on the server itself, and leaves no session at the pooler', async () => {
    const owner = `${role}_owner`;
    const { pool } = target.database;
    await pool.query(`create role ${owner} login password 'secret'`);
    await pool.query(`create database ${owner} owner ${owner}`);
    try {
      const at = (username: string, changes: object) =>
        Object.assign(new URL(roleUrl), { username, pathname: owner }, changes).href;
      const environment = {
        DATABASE_ADMIN_URL: at(owner, {}),
        DATABASE_DIRECT_URL: at(role, {}),
        // Nothing listens there, so a connection would fail.
        DATABASE_URL: at(role, { port: '1' }),
      };
      const { code, stderr, stdout } = await migrate(environment);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/has the rights that the API and the workers need\.\n$/);
      const { rows } = await pool.query(
        `select setconfig from pg_db_role_setting where setrole = '${role}'::regrole and setdatabase =
           (select oid from pg_database where datname = '${owner}')`,
      );
      expect(rows).toEqual([{ setconfig: expect.arrayContaining(['statement_timeout=30000ms', 'jit=off']) }]);
    } finally {
      await pool.query(`drop database ${owner} with (force)`);
      await pool.query(`drop owned by ${owner}; drop role ${owner}`);
    }
  });

  it('says that the role does not exist', async () => {
    expect(await migrate({ DATABASE_ROLE: 'nobody' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The role "nobody" does not exist\. Create it first: [^\n]+\n$/),
    });
  });
});

describe('a role that owns nothing', () => {
  it('runs the whole story, deliveries and maintenance included', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const now = () => new Date();
    const apiDatabase = openDatabase({ url: roleUrl, keys: testKeys });
    const workerDatabase = openDatabase({ url: roleUrl, keys: testKeys });
    const config = parseConfig({ ...settings, DATABASE_URL: roleUrl });
    const api = await startApi({ config, database: apiDatabase, logger, now });
    const worker = createWorker({
      config: parseWorkerConfig(settings),
      database: workerDatabase,
      logger,
      now,
    });
    try {
      await worker.start();
      const { id } = await createTenant(target.database);
      const { port } = receiver.address() as AddressInfo;
      await runWholeStory({
        ...openClient({ url: api.url, token: await createToken(target.database, id) }),
        tell: () => {},
        mark: 'restricted',
        webhookUrl: `http://127.0.0.1:${port}/hook`,
        timeoutMs: 30_000,
      });
      await workerDatabase.pool.query(`select graphile_worker.add_job('maintain', '{}')`);
      await waitFor('the maintenance', async () => {
        const metrics = await worker.registry.metrics();
        return /^parley_maintenance_last_success_timestamp_seconds [1-9]/m.test(metrics);
      });
      expect(received.size).toBeGreaterThan(0);
    } finally {
      await worker.stop();
      await api.stop();
      await Promise.all([apiDatabase.close(), workerDatabase.close()]);
    }
    expect(lines).toEqual([]);
  });
});

const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  JWT_SECRET: testSecret,
  RATE_LIMIT_STORE: 'postgres',
  VALIDATE_RESPONSES: 'strict',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
};
