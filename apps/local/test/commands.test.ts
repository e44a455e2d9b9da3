import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKey, createTenant, createTestDatabase, type TestDatabase, testSecret } from '@parley/testkit';
import { decodeJwt, jwtVerify } from 'jose';
import { runProgram } from './support/run-program.js';

let target: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  target = await createTestDatabase();
  environment = { DATABASE_URL: target.url, JWT_SECRET: testSecret };
  await createTenant(target.database, { slug: 'acme', name: 'Acme', plan: 'pro' });
});

afterAll(() => target.close());

const run = (program: string, ...args: string[]) => runProgram(`cli/${program}`, args, environment);

describe('token', () => {
  it('prints a token alone on standard output, made from a new key', async () => {
    const { code, stdout, stderr } = await run(
      'token',
      '--tenant',
      'acme',
      '--scope',
      'chats:read',
      '--name',
      'CRM',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { payload } = await jwtVerify(stdout.trimEnd(), new TextEncoder().encode(testSecret));
    expect(stdout).toMatch(/^\S+\n$/);
    const key = await target.database.prisma.apiKey.findFirstOrThrow({ where: { id: payload.sub ?? '' } });
    expect(key).toMatchObject({ name: 'CRM', scopes: ['chats:read'], expiresAt: null, revokedAt: null });
    expect(payload).toMatchObject({ jti: key.id, tenant_id: key.tenantId, scope: 'chats:read' });
    expect(payload.exp).toBeUndefined();
  });

  it('ends the token when told, together with its key', async () => {
    const { stdout } = await run('token', '--tenant', 'acme', '--scope', '*', '--expires', '30d');
    const { exp = 0, sub = '' } = decodeJwt(stdout.trimEnd());
    const key = await target.database.prisma.apiKey.findFirstOrThrow({ where: { id: sub } });
    expect(exp).toBe(Math.floor((key.expiresAt?.getTime() ?? 0) / 1000));
    expect(exp * 1000 - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  it('refuses an unknown tenant', async () => {
    expect(await run('token', '--tenant', 'nobody', '--scope', '*')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no tenant "nobody".\n',
    });
  });

  it('refuses a scope that no operation asks for, and lists those there are', async () => {
    const { code, stdout, stderr } = await run('token', '--tenant', 'acme', '--scope', 'chats:admin');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Unknown scope chats:admin\. The scopes are: \* .*chats:read chats:write/);
  });

  it.each([
    [['--scope', '*'], '--tenant is missing.'],
    [['--tenant', 'acme'], '--scope is missing.'],
    [['--tenant', 'acme', '--scope', ' '], '--scope is empty.'],
    [['--tenant', 'acme', '--scope', '*', '--expires', 'soon'], '--expires is a number and a unit'],
    [['--tennant', 'acme'], "Unknown option '--tennant'"],
  ])('explains itself when the command line is wrong: %j', async (args, complaint) => {
    const { code, stdout, stderr } = await run('token', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(complaint);
    expect(stderr).toContain('npm run token -- --tenant demo');
  });

  it('needs the secret of the service when it is given its database', async () => {
    const { code, stderr } = await runProgram('cli/token', ['--tenant', 'acme', '--scope', '*'], {
      DATABASE_URL: target.url,
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'With DATABASE_URL, set JWT_SECRET to the secret that the service signs tokens with.\n',
    });
  });

  it('says what to do when the service is not running', async () => {
    const { code, stderr } = await runProgram('cli/token', ['--tenant', 'acme', '--scope', '*'], {
      DATA_DIR: '/nonexistent/data',
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Parley is not running in /nonexistent/data: start it with npm start, or set DATABASE_URL.\n',
    });
  });

  it('says so when the database cannot be reached', async () => {
    const { code, stderr } = await runProgram('cli/token', ['--tenant', 'acme', '--scope', '*'], {
      DATABASE_URL: 'postgresql://parley@127.0.0.1:1/parley',
      JWT_SECRET: testSecret,
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });
});

describe('tenant', () => {
  it('makes a tenant, on the free plan unless told', async () => {
    const { code, stdout } = await run('tenant', 'create', 'globex', '--name', 'Globex');
    const tenant = await target.database.prisma.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
    expect(tenant).toMatchObject({ name: 'Globex', plan: 'free', requestsPerMinute: null });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `SLUG    NAME    PLAN  REQUESTS/MIN  ID\nglobex  Globex  free  of the plan   ${tenant.id}\n`,
    );
  });

  it('refuses a slug that is taken, and one that cannot be a slug', async () => {
    expect(await run('tenant', 'create', 'acme')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is already a tenant "acme".\n',
    });
    expect((await run('tenant', 'create', 'Not A Slug')).code).toBe(2);
  });

  it('lists tenants as a table', async () => {
    const { code, stdout } = await run('tenant', 'list');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^SLUG +NAME +PLAN +REQUESTS\/MIN +ID\nacme +Acme +pro +of the plan +[0-9a-f-]{36}\n/,
    );
  });

  it('changes a plan, and asks for the number that enterprise needs', async () => {
    expect((await run('tenant', 'set-plan', 'acme', 'ultra')).stdout).toMatch(/acme +Acme +ultra/);
    expect(await run('tenant', 'set-plan', 'acme', 'enterprise')).toMatchObject({
      code: 1,
      stderr: 'The plan "enterprise" needs a number of requests per minute.\n',
    });
    const { stdout } = await run('tenant', 'set-plan', 'acme', 'enterprise', '--requests-per-minute', '2000');
    expect(stdout).toMatch(/acme +Acme +enterprise +2000/);
    expect((await run('tenant', 'set-plan', 'acme', 'gold')).stderr).toMatch(
      /^Unknown plan "gold"\. The plans are: /,
    );
  });

  it('shows its help when asked, and when it does not know what to do', async () => {
    const help = await run('tenant', '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('npm run tenant -- set-plan <slug> <plan>');
    expect(await run('tenant', 'destroy')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Say what to do: create, list or set-plan.'),
    });
  });
});

describe('key', () => {
  it('makes, lists and revokes keys', async () => {
    const made = await run('key', 'create', '--tenant', 'globex', '--scope', 'chats:read,contacts:write');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [, id = ''] =
      /\n([0-9a-f-]{36}) +Command line +chats:read contacts:write +active/.exec(made.stdout) ?? [];
    expect((await run('key', 'list', '--tenant', 'globex')).stdout).toContain(id);
    expect((await run('key', 'revoke', id, '--tenant', 'globex')).stdout).toMatch(/revoked 20/);
    const key = await target.database.prisma.apiKey.findFirstOrThrow({ where: { id } });
    expect(key.revokedAt).not.toBeNull();
  });

  it("does not revoke another tenant's key", async () => {
    const other = await createTenant(target.database);
    const { id } = await createKey(target.database, other.id);
    expect(await run('key', 'revoke', id, '--tenant', 'globex')).toEqual({
      code: 1,
      stdout: '',
      stderr: `The tenant "globex" has no key "${id}".\n`,
    });
  });
});
