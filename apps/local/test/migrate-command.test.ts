import { describe, expect, it } from '@jest/globals';
import { createDatabase, databaseUrl, dropDatabase } from '@parley/database';
import { createContact, createTenant, testEncryptionKeys } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { callCommand } from './support/call-command.js';

const target = useTestDatabase();
const environment = useResource(async () => ({
  DATABASE_URL: target.url,
  ENCRYPTION_KEYS: testEncryptionKeys,
}));

const run = (program: string, ...args: string[]) => callCommand(program, args, environment);

describe('migrate', () => {
  it('normalizes stored addresses once, and reports what it did not change', async () => {
    const { id } = await createTenant(target.database, { slug: 'stark' });
    await createContact(target.database, id, { phoneNumber: '004930111222' });
    await createContact(target.database, id, { phoneNumber: '+4930123456' });
    await createContact(target.database, id, { phoneNumber: '004930123456' });
    const { code, stdout } = await run('migrate');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Normalized \d stored addresses\.\nDid not change \d, .+duplicates\nSealed the secrets of older releases \(rows: \d\)\.\n$/,
    );
    expect((await run('migrate')).stdout).toBe('Up to date.\n');
  });

  it('migrates an empty database; until then, the other commands name the missing migrations', async () => {
    const name = `empty_${process.pid}`;
    const { database, url } = target;
    await createDatabase(url, name);
    const empty = { ...environment, DATABASE_URL: databaseUrl(url, name) };
    try {
      const missing = /^The database cannot be used: Migrations are missing: \S.+\. .+: npm run migrate\n$/;
      for (const [program, ...args] of [
        ['migrate', 'check'],
        ['tenant', 'list'],
      ] as const) {
        const { code, stderr } = await callCommand(program, args, empty);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(missing) });
      }
      const first = await callCommand('migrate', [], empty);
      expect(first).toMatchObject({ code: 0, stderr: '' });
      expect(first.stdout).toMatch(/^(?:Applied \d+_\w+\n)+$/);
      expect((await callCommand('migrate', [], empty)).stdout).toBe('Up to date.\n');
      expect(await callCommand('migrate', ['check'], empty)).toEqual({ code: 0, stdout: '', stderr: '' });
    } finally {
      await dropDatabase(url, name);
    }
    expect(await database.prisma.tenant.count()).toBeGreaterThan(0);
  });

  it('status names the contract steps that wait, and contract runs them once', async () => {
    const { pool } = target.database;
    const { rows } = await pool.query<{ name: string }>(
      `delete from data_migrations where name like 'contract %' returning name`,
    );
    const names = rows.map(({ name }) => name.replace('contract ', '')).sort();
    expect(names.length).toBeGreaterThan(0);
    const { stdout } = await run('migrate', 'status');
    for (const name of names)
      expect(stdout).toContain(`\n${name}  has a contract step: run npm run migrate -- contract`);
    expect(await run('migrate', 'contract')).toMatchObject({
      code: 0,
      stdout: names.map((name) => `Removed what only the release before ${name} used\n`).join(''),
    });
    expect((await run('migrate', 'contract')).stdout).toBe('Nothing to remove.\n');
  });

  it('status names an unfinished migration, resolve records its end, and the next run applies it', async () => {
    const { pool } = target.database;
    const { rows } = await pool.query('select max(migration_name) as name from _prisma_migrations');
    const [{ name }] = rows;
    expect((await run('migrate', 'status')).stdout).toMatch(
      /^Applied: \d+, the newest is \d+_\w+\.\nThe database has exactly the migrations of this release\.\nRow-level security is off\.\n$/,
    );
    await pool.query('update _prisma_migrations set finished_at = null where migration_name = $1', [name]);
    expect((await run('migrate', 'status')).stdout).toContain(`\n${name}  begun and not completed`);
    const resolve = `npm run migrate -- resolve ${name} --as applied|rolled-back`;
    expect(await run('migrate')).toMatchObject({ code: 1, stderr: expect.stringContaining(resolve) });
    expect(await run('migrate', 'resolve', name, '--as', 'done')).toMatchObject({ code: 2 });
    expect(await run('migrate', 'resolve', name, '--as', 'applied')).toEqual({
      code: 0,
      stdout: `Recorded ${name} as applied.\n`,
      stderr: '',
    });
    expect((await run('migrate', 'check')).code).toBe(0);
  });
});
