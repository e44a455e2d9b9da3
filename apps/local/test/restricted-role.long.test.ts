import { randomBytes } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { createTenant, createToken, testEncryptionKeys, testSecret } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { openClient } from '../src/story/open-client.js';
import { runWholeStory } from '../src/story/run-whole-story.js';
import { runProgram } from './support/run-program.js';
import { startService } from './support/start-service.js';

jest.setTimeout(120_000);

/** Roles belong to the whole server, which other test files use too. */
const role = `parley_role_${randomBytes(4).toString('hex')}`;

const target = useTestDatabase();
const guest = useResource(
  async () => {
    await target.database.pool.query(`create role ${role} login password 'secret'`);
    return { url: Object.assign(new URL(target.url), { username: role, password: 'secret' }).href };
  },
  () => target.database.pool.query(`drop owned by ${role}; drop role ${role}`),
);

describe('npm run migrate with DATABASE_ADMIN_URL', () => {
  const migrate = (environment: Readonly<Record<string, string>> = {}) =>
    runProgram('cli/migrate', [], {
      DATABASE_URL: guest.url,
      DATABASE_ADMIN_URL: target.url,
      ENCRYPTION_KEYS: testEncryptionKeys,
      ...environment,
    });

  it('is named by every process that lacks rights, in one line', async () => {
    const environment = {
      DATABASE_URL: guest.url,
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
        Object.assign(new URL(guest.url), { username, pathname: owner }, changes).href;
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
    const service = await startService(guest.url, { RATE_LIMIT_STORE: 'postgres' });
    try {
      const { id } = await createTenant(target.database);
      await runWholeStory({
        ...openClient({ url: service.url, token: await createToken(target.database, id) }),
        tell: () => {},
        mark: 'restricted',
        webhookUrl: service.webhookUrl,
        timeoutMs: 30_000,
      });
      await service.database.pool.query(`select graphile_worker.add_job('maintain', '{}')`);
      await waitUntil(async () => {
        const metrics = await service.worker.registry.metrics();
        return /^parley_maintenance_last_success_timestamp_seconds [1-9]/m.test(metrics);
      });
      expect(service.received.size).toBeGreaterThan(0);
    } finally {
      await service.stop();
    }
    expect(service.lines).toEqual([]);
  });
});
