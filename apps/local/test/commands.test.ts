import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  createContact,
  createKey,
  createTenant,
  createTestDatabase,
  openStoredTenant,
  type TestDatabase,
  testEncryptionKeys,
  testSecret,
} from '@parley/testkit';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { describeContactsCommand } from './contacts-command.js';
import { runProgram } from './support/run-program.js';

// Each command is a separate process, which takes a while on a busy machine.
jest.setTimeout(120_000);

let target: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  target = await createTestDatabase();
  environment = { DATABASE_URL: target.url, JWT_SECRET: testSecret, ENCRYPTION_KEYS: testEncryptionKeys };
  await createTenant(target.database, { slug: 'acme', name: 'Acme', plan: 'pro' });
});

afterAll(() => target.close());

const run = (program: string, ...args: string[]) => runProgram(`cli/${program}`, args, environment);

describe('token', () => {
  it('prints only a token on standard output, created from a new key', async () => {
    const args = ['--tenant', 'acme', '--scope', 'chats:read', '--name', 'CRM', '--expires', '30d'];
    const { code, stdout, stderr } = await run('token', ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\S+\n$/);
    const { payload } = await jwtVerify(stdout.trimEnd(), new TextEncoder().encode(testSecret));
    const key = await target.database.prisma.apiKey.findFirstOrThrow({ where: { id: payload.sub ?? '' } });
    expect(key).toMatchObject({ name: 'CRM', scopes: ['chats:read'], revokedAt: null });
    expect(payload).toMatchObject({ jti: key.id, tenant_id: key.tenantId, scope: 'chats:read' });
    expect(payload.exp).toBe(Math.floor((key.expiresAt?.getTime() ?? 0) / 1000));
  });

  it('refuses an unknown tenant', async () => {
    expect(await run('token', '--tenant', 'nobody', '--scope', '*')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no tenant "nobody".\n',
    });
  });

  it('prints its help when the command line is invalid', async () => {
    const { code, stdout, stderr } = await run('token', '--tennant', 'acme');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--tennant'");
    expect(stderr).toContain('npm run token -- --tenant demo');
  });

  it('creates no key without the secret of the service', async () => {
    const { database, url } = target;
    const before = await database.prisma.apiKey.count();
    const args = ['--tenant', 'acme', '--scope', '*'];
    expect(await runProgram('cli/token', args, { DATABASE_URL: url })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'With DATABASE_URL, set JWT_SECRET to the secret that the service signs tokens with.\n',
    });
    expect(await database.prisma.apiKey.count()).toBe(before);
  });

  it('prints the token of an existing key', async () => {
    const made = await run('key', 'create', '--tenant', 'acme', '--scope', 'messages:write');
    const [, args = ''] = /\nIts token: npm run -s token -- (.+)\n$/.exec(made.stdout) ?? [];
    const { code, stdout, stderr } = await run('token', ...args.split(' '));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { payload } = await jwtVerify(stdout.trimEnd(), new TextEncoder().encode(testSecret));
    expect(args).toBe(`--tenant acme --key ${payload.sub}`);
    expect(payload.scope).toBe('messages:write');
    await target.database.prisma.apiKey.updateMany({
      where: { id: payload.sub ?? '' },
      data: { revokedAt: new Date() },
    });
    expect(await run('token', ...args.split(' '))).toMatchObject({ code: 1, stdout: '' });
  });

  it.each([
    [
      { DATABASE_URL: 'hello' },
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.\n',
    ],
    [
      { AUTH_JWKS_URL: 'https://id.example.com/jwks' },
      'AUTH_JWKS_URL is set: tokens come from your issuer, not from Parley.\n',
    ],
  ])('with %j says what is wrong in one line', async (changed, stderr) => {
    const args = ['--tenant', 'acme', '--scope', '*'];
    const outcome = await runProgram('cli/token', args, { ...environment, ...changed });
    expect(outcome).toEqual({ code: 1, stdout: '', stderr });
  });

  it('refuses an extra argument', async () => {
    const { code, stderr } = await run('token', 'please', '--tenant', 'acme', '--scope', '*');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Unexpected "please"\.\n/);
  });

  it('says what to do when the service is not running', async () => {
    const args = ['--tenant', 'acme', '--scope', '*'];
    expect(await runProgram('cli/token', args, { DATA_DIR: '/nonexistent/data' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Parley is not running in /nonexistent/data: start it with npm start, or set DATABASE_URL.\n',
    });
  });
});

describe('tenant', () => {
  it('creates a tenant, on the free plan by default', async () => {
    const { code, stdout } = await run('tenant', 'create', 'globex', '--name', 'Globex');
    const stored = await target.database.prisma.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
    const tenant = await openStoredTenant(target.database, stored);
    expect(stored.signingSecret).not.toContain('whsec_');
    expect(tenant).toMatchObject({ name: 'Globex', plan: 'free', requestsPerMinute: null });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        `SLUG    NAME    PLAN  REQUESTS/MIN  COUNTRY  ID\nglobex  Globex  free  of the plan   none     ${tenant.id}\n\n` +
        `Signing secret for the calls of its automations, shown only now: ${tenant.signingSecret}\n`,
    });
  });

  it('refuses a slug that is already used', async () => {
    const { code, stderr } = await run('tenant', 'create', 'acme');
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'There is already a tenant "acme".\n' });
  });

  it('lists tenants as a table', async () => {
    const { stdout } = await run('tenant', 'list');
    expect(stdout).toMatch(
      /^SLUG +NAME +PLAN +REQUESTS\/MIN +COUNTRY +ID\nacme +Acme +pro +of the plan +none +[0-9a-f-]{36}\n/,
    );
  });

  it('changes a plan, with its own request limit if requested', async () => {
    const args = ['set-plan', 'acme', 'enterprise', '--requests-per-minute', '2000'];
    expect((await run('tenant', ...args)).stdout).toMatch(/acme +Acme +enterprise +2000/);
  });

  it('sets a limit for one tenant, and resets it to that of the plan', async () => {
    const { code, stdout } = await run('tenant', 'set-limit', 'acme', 'automations', '7');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^automations +7$/m) });
    expect(await target.database.prisma.tenant.findUnique({ where: { slug: 'acme' } })).toMatchObject({
      limitOverrides: { automations: 7 },
    });
    expect((await run('tenant', 'set-limit', 'acme', 'automations', 'plan')).stdout).toMatch(
      /^automations +5000$/m,
    );
    expect((await run('tenant', 'set-limit', 'acme', 'automation', '7')).stderr).toMatch(
      /^Unknown limit "automation"\. The limits are: requestsPerMinute, runsPerEvent, automations, /,
    );
    expect((await run('tenant', 'set-limit', 'acme', 'automations', 'many')).code).toBe(2);
  });

  it('refuses a limit that is too large, and names the maximum', async () => {
    const { code, stderr } = await run('tenant', 'set-limit', 'acme', 'runsPerEvent', '9999999999');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The limit "runsPerEvent" must be a whole number from 0 to 1000000000.\n',
    });
  });

  it('shows and sets the retention of one tenant and of all', async () => {
    const { code, stdout } = await run('tenant', 'retention', 'acme', 'messages', '365');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^messages +365$/m) });
    expect((await run('tenant', 'retention', '--all', 'messages', 'forever')).stdout).toMatch(
      /^messages +forever$/m,
    );
    expect((await run('tenant', 'retention', 'acme')).stdout).toMatch(/^events +30\nmessages +365$/m);
    expect((await run('tenant', 'retention', 'acme', 'events', 'forever')).stderr).toBe(
      'The events cannot be kept forever.\n',
    );
    expect((await run('tenant', 'retention', 'acme', 'events', 'long')).code).toBe(2);
  });

  it('sets the country, and normalizes stored national numbers', async () => {
    const { prisma } = target.database;
    const { id } = await createTenant(target.database, { slug: 'initech' });
    const contact = await createContact(target.database, id, { phoneNumber: '015512345678' });
    const { code, stdout } = await run('tenant', 'set-country', 'initech', 'de');
    expect(code).toBe(0);
    expect(stdout).toMatch(/initech .+ DE +[0-9a-f-]{36}\nNormalized 1 stored addresses\.\n$/);
    expect(await prisma.contact.findFirst({ where: { id: contact.id } })).toMatchObject({
      phoneNumber: '+4915512345678',
    });
    expect((await run('tenant', 'set-country', 'initech', 'none')).stdout).toMatch(/initech .+ none +/);
    expect(await prisma.tenant.findFirst({ where: { id } })).toMatchObject({ defaultCountry: null });
  });

  it('refuses an unknown country', async () => {
    const { code, stderr } = await run('tenant', 'set-country', 'acme', 'XX');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '"XX" is not the code of a country; write two letters of ISO 3166-1 such as DE, US or BR.\n',
    });
    expect(await target.database.prisma.tenant.findUnique({ where: { slug: 'acme' } })).toMatchObject({
      defaultCountry: null,
    });
    expect((await run('tenant', 'set-country', 'acme')).code).toBe(2);
  });

  it('prints its help with --help', async () => {
    const help = await run('tenant', '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('npm run tenant -- set-plan <slug> <plan>');
  });
});

describe('key', () => {
  it('creates, lists and revokes keys', async () => {
    const made = await run('key', 'create', '--tenant', 'acme', '--scope', 'chats:read,contacts:write');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const row = /\n([0-9a-f-]{36}) +Command line +chats:read contacts:write +until \d{4}-.+ never\n/.exec(
      made.stdout,
    );
    const [, id = 'no row'] = row ?? [];
    const lastUsedAt = new Date('2026-11-14T09:30:00.000Z');
    await target.database.prisma.apiKey.updateMany({ where: { id }, data: { lastUsedAt } });
    const { stdout } = await run('key', 'list', '--tenant', 'acme');
    expect(stdout).toMatch(/^ID +NAME +SCOPES +STATE +CREATED +LAST USED\n/);
    expect(stdout).toMatch(new RegExp(`\n${id} .+ 2026-11-14T09:30:00\\.000Z\n`));
    expect((await run('key', 'revoke', id, '--tenant', 'acme')).stdout).toMatch(/revoked 20/);
    const key = await target.database.prisma.apiKey.findFirstOrThrow({ where: { id } });
    expect(key.revokedAt).not.toBeNull();
  });

  it('expires after a year by default, and never with --expires never', async () => {
    const args = ['--tenant', 'acme', '--scope', '*', '--name'];
    await run('key', 'create', ...args, 'Yearly');
    await run('key', 'create', ...args, 'Endless', '--expires', 'never');
    const { apiKey } = target.database.prisma;
    const yearly = await apiKey.findFirstOrThrow({ where: { name: 'Yearly' } });
    const lifetimeMs = (yearly.expiresAt?.getTime() ?? 0) - yearly.createdAt.getTime();
    expect(Math.round(lifetimeMs / 86_400_000)).toBe(365);
    expect(await apiKey.findFirstOrThrow({ where: { name: 'Endless' } })).toMatchObject({ expiresAt: null });
  });

  it("does not revoke another tenant's key", async () => {
    const other = await createTenant(target.database);
    const { id } = await createKey(target.database, other.id);
    expect(await run('key', 'revoke', id, '--tenant', 'acme')).toEqual({
      code: 1,
      stdout: '',
      stderr: `The tenant "acme" has no key "${id}".\n`,
    });
  });
});

describe('key rotate-signing', () => {
  it('adds a key that signs, lists the keys, and removes an older one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-signing-'));
    try {
      const file = join(folder, 'keys');
      await writeFile(file, `${testSecret}\n`);
      const own = { DATABASE_URL: target.url, JWT_SECRETS_FILE: file };
      const runKey = (...args: string[]) => runProgram('cli/key', args, own);
      const [, old = ''] =
        /\n(\S{12}) +signs new tokens +unknown\n$/.exec((await runKey('list-signing')).stdout) ?? [];
      const rotated = await runKey('rotate-signing');
      expect(rotated).toMatchObject({ code: 0, stderr: '' });
      const [, kid = ''] = /\n(\S{12}) +signs new tokens +20/.exec(rotated.stdout) ?? [];
      expect(rotated.stdout).toContain(`\n${old}  verifies older tokens  unknown\n`);
      expect(rotated.stdout).toContain('within ten seconds');
      expect(rotated.stdout).not.toContain(testSecret);
      const args = ['--tenant', 'acme', '--scope', 'chats:read'];
      const token = await runProgram('cli/token', args, own);
      expect(decodeProtectedHeader(token.stdout.trim())).toEqual({ alg: 'HS256', typ: 'JWT', kid });
      expect(await runKey('remove-signing', kid)).toMatchObject({ code: 1, stdout: '' });
      expect(await runKey('remove-signing', 'nobody')).toMatchObject({
        code: 1,
        stderr: 'There is no signing key "nobody".\n',
      });
      const removed = await runKey('remove-signing', old);
      expect(removed.stdout).toMatch(new RegExp(`^KID .+\n${kid}  signs new tokens .+\n$`));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('prints what to set when the keys are in the environment, without the current secrets', async () => {
    const { code, stdout } = await run('key', 'rotate-signing');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nJWT_SECRETS="[\w-]{64},\$JWT_SECRET"\n/);
    expect(stdout).not.toContain(testSecret);
  });
});

describeContactsCommand({
  get database() {
    return target.database;
  },
  run,
});
