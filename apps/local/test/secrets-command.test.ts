import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTenant } from '@parley/core/administration';
import { testEncryptionKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { callCommand } from './support/call-command.js';
import { missingKeys } from './support/missing-keys.js';

const target = useTestDatabase();

const newKey = `second:${randomBytes(32).toString('base64')}`;
const both = `${newKey},${testEncryptionKeys}`;
const keysOf = (ENCRYPTION_KEYS: string) => ({ DATABASE_URL: target.url, ENCRYPTION_KEYS });
const run = (action: string, keys: string) => callCommand('secrets', [action], keysOf(keys));

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
    const folder = makeTestFolder('keys');
    const file = join(folder, 'encryption-keys');
    const added = await callCommand('secrets', ['new-key'], { DATA_DIR: folder });
    expect(added.stdout).toMatch(/^Added the key "k-[0-9a-f]{8}" to .+encryption-keys\./);
    const [newest, first, ...none] = (await readFile(file, 'utf8')).trim().split('\n');
    expect([newest, first]).toEqual([
      expect.stringMatching(/^k-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/),
      expect.stringMatching(/^k-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/),
    ]);
    expect(none).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { stdout } = await run('new-key', testEncryptionKeys);
    expect(stdout).toMatch(/\nENCRYPTION_KEYS="k-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=,\$ENCRYPTION_KEYS"\n/);
  });

  it('--help says what each action does; an unknown one is refused with it', async () => {
    const { code, stdout } = await callCommand('secrets', ['--help'], {});
    expect(code).toBe(0);
    for (const action of ['status', 'new-key', 'rotate', 'seal']) expect(stdout).toContain(`\n  ${action} `);
    expect(await callCommand('secrets', ['open'], {})).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('migrate', () => {
  it('needs the keys only when it has something to seal, and then says so', async () => {
    const { DATABASE_URL } = keysOf('');
    expect(await callCommand('migrate', [], { DATABASE_URL })).toMatchObject({ code: 0, stderr: '' });
    await storePlain();
    const refused = await callCommand('migrate', [], { DATABASE_URL });
    expect(refused).toEqual({ code: 1, stdout: '', stderr: missingKeys });
    const { stdout } = await callCommand('migrate', [], keysOf(testEncryptionKeys));
    expect(stdout).toBe('Sealed the secrets of older releases (rows: 1).\n');
  });
});
