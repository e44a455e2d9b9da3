import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTenant } from '@parley/core/administration';
import { createTestDatabase, type TestDatabase, testEncryptionKeys } from '@parley/testkit';
import { runProgram } from './support/run-program.js';

// Each command is a process of its own, which takes a while on a busy machine.
jest.setTimeout(120_000);

let target: TestDatabase;

beforeAll(async () => {
  target = await createTestDatabase();
});
afterAll(() => target.close());

const newKey = `second:${randomBytes(32).toString('base64')}`;
const both = `${newKey},${testEncryptionKeys}`;
const keysOf = (ENCRYPTION_KEYS: string) => ({ DATABASE_URL: target.url, ENCRYPTION_KEYS });
const run = (action: string, keys: string) => runProgram('cli/secrets', [action], keysOf(keys));

beforeEach(async () => {
  const { database } = target;
  await database.pool.query('delete from tenants; delete from file_url_keys');
  for (const slug of ['one', 'two']) await createTenant(database, { slug, name: slug, plan: 'pro' });
});

const storePlain = () =>
  target.database.pool.query(`update tenants set signing_secret = 'whsec_plain' where slug = 'one'`);

describe('secrets', () => {
  it('status shows which key wraps what, rotate wraps everything with the newest, and then the older is not needed', async () => {
    const before = await run('status', testEncryptionKeys);
    expect(before).toMatchObject({ code: 0, stderr: '' });
    expect(before.stdout).toMatch(/^KEY +USE +DATA KEYS +KEYS OF FILE URLS\ntest +wraps new keys +2 +0\n$/);
    expect((await run('status', both)).stdout).toMatch(
      /\nsecond +wraps new keys +0 +0\ntest +older +2 +0\n$/,
    );
    expect(await run('rotate', both)).toEqual({
      code: 0,
      stdout: 'Wrapped 2 data keys and 0 keys of file URLs with the key "second".\n',
      stderr: '',
    });
    expect((await run('status', newKey)).stdout).toMatch(/\nsecond +wraps new keys +2 +0\n$/);
  });

  it('seal seals what an older release has stored, and status counts it', async () => {
    await storePlain();
    expect((await run('status', testEncryptionKeys)).stdout).toContain(
      '\n\nSecrets that are not sealed yet (rows: 1): npm run secrets -- seal\n',
    );
    expect((await run('seal', testEncryptionKeys)).stdout).toBe(
      'Sealed the secrets of older releases (rows: 1).\n',
    );
    expect((await run('seal', testEncryptionKeys)).stdout).toBe('Every secret is sealed.\n');
  });

  it('new-key adds a key to the local file, which only its owner reads, and otherwise prints what to set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
    const file = join(folder, 'encryption-keys');
    const added = await runProgram('cli/secrets', ['new-key'], { DATA_DIR: folder });
    expect(added.stdout).toMatch(/^Added the key "k-[0-9a-f]{8}" to .+encryption-keys\./);
    const [newest, first, ...none] = (await readFile(file, 'utf8')).trim().split('\n');
    expect([newest, first]).toEqual([
      expect.stringMatching(/^k-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/),
      expect.stringMatching(/^k-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/),
    ]);
    expect(none).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
    const { stdout } = await run('new-key', testEncryptionKeys);
    expect(stdout).toMatch(/\nENCRYPTION_KEYS="k-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=,\$ENCRYPTION_KEYS"\n/);
  });

  it('--help says what each action does; an unknown one is refused with it', async () => {
    const { code, stdout } = await runProgram('cli/secrets', ['--help'], {});
    expect(code).toBe(0);
    for (const action of ['status', 'new-key', 'rotate', 'seal']) expect(stdout).toContain(`\n  ${action} `);
    expect(await runProgram('cli/secrets', ['open'], {})).toMatchObject({ code: 2, stdout: '' });
  });
});

const missing =
  'When DATABASE_URL is set, ENCRYPTION_KEYS must be set too: one or more keys like id:base64, newest first, separated by commas. Create the first key with: npm run secrets -- new-key\n';
const unknown =
  'The encryption key "test" is missing, and the database has secrets that only it opens. Add it to the end of ENCRYPTION_KEYS (id:base64, newest first).\n';
const wrong =
  'The encryption key "test" does not unwrap a row of data_keys: ENCRYPTION_KEYS has another key under this id, or the row was changed. Set the key that the service used before.\n';
const malformed =
  'ENCRYPTION_KEYS must be keys like 2026-11:base64, newest first, separated by commas, each of 32 bytes and with an id of its own.\n';

describe('migrate', () => {
  it('needs the keys only when it has something to seal, and then says so', async () => {
    const { DATABASE_URL } = keysOf('');
    expect(await runProgram('cli/migrate', [], { DATABASE_URL })).toMatchObject({ code: 0, stderr: '' });
    await storePlain();
    const refused = await runProgram('cli/migrate', [], { DATABASE_URL });
    expect(refused).toEqual({ code: 1, stdout: '', stderr: missing });
    const { stdout } = await runProgram('cli/migrate', [], keysOf(testEncryptionKeys));
    expect(stdout).toBe('Sealed the secrets of older releases (rows: 1).\n');
  });
});

describe('a start', () => {
  it.each([
    ['npm run start:api', 'api', 'no key', '', missing],
    ['npm run start:api', 'api', 'another key', newKey, unknown],
    ['npm run start:api', 'api', 'another key under the id', newKey.replace('second', 'test'), wrong],
    ['npm run start:api', 'api', 'a malformed key', 'test:short', malformed],
    ['npm run start:worker', 'worker', 'no key', '', missing],
    ['npm run start:worker', 'worker', 'another key', newKey, unknown],
    ['npm start', 'start', 'no key', '', missing],
    ['npm start', 'start', 'another key', newKey, unknown],
  ])('%s (%s) does not start with %s; one line says what to do', async (command, program, _, keys, line) => {
    const more = { JWT_SECRET: 'long enough to be a secret of HS256', PORT: '0', HOST: '127.0.0.1' };
    const { code, stderr } = await runProgram(program, [], { ...keysOf(keys), ...more });
    const prefix = command === 'npm start' ? 'Parley could not start. ' : '';
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${prefix}${line}` });
  });
});
