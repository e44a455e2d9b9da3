import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testEncryptionKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { seedDemo } from '../../../prisma/seed.js';
import { callCommand } from './support/call-command.js';

const target = useTestDatabase();
const empty = useTestDatabase();
const folder = makeTestFolder('handover');

beforeAll(async () => {
  await seedDemo(target.database);
});

const run = ({ url }: TestDatabase, environment: Record<string, string>, ...args: string[]) =>
  callCommand('tenant', args, { DATABASE_URL: url, ENCRYPTION_KEYS: testEncryptionKeys, ...environment });

describe('tenant export, delete and import', () => {
  it('hands the demo workspace over to an empty installation, with the same lines and files', async () => {
    const sealed = { EXPORT_PASSPHRASE: 'a passphrase of the tests' };
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    await callCommand('secrets', ['seal'], {
      DATABASE_URL: target.url,
      ENCRYPTION_KEYS: testEncryptionKeys,
    });
    const exported = await run(target, sealed, 'export', 'demo', '--to', first);
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.stdout).toMatch(
      /^Exported "demo" to .+ \(lines: \d+, files: \d+\)\. The secrets are sealed/,
    );
    expect((await stat(join(first, 'workspace.jsonl'))).mode & 0o777).toBe(0o600);

    expect(await run(target, {}, 'delete', 'demo', '--confirm', 'demo')).toMatchObject({
      code: 0,
      // On a slow machine the command prints its progress.
      stderr: expect.stringMatching(/^(Deleted \S+: \d+\n)*$/),
    });
    expect(await target.database.prisma.tenant.count({ where: { slug: 'demo' } })).toBe(0);

    const imported = await run(empty, sealed, 'import', first);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.stdout).toMatch(/^Imported "demo" /);
    expect(await run(empty, sealed, 'export', 'demo', '--to', second)).toMatchObject({ code: 0 });
    expect(await readLines(second)).toEqual(await readLines(first));
    expect(await readFiles(second)).toEqual(await readFiles(first));
    expect((await readFiles(first)).length).toBeGreaterThan(0);
  });

  it('refuses to delete a tenant if its name is not repeated, and to write into a folder that is not empty', async () => {
    const { database } = target;
    await seedDemo(database);
    for (const confirm of [[], ['--confirm', 'other']]) {
      const { code, stderr } = await run(target, {}, 'delete', 'demo', ...confirm);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^This deletes all data of "demo"\. Repeat its name: --confirm demo\n/);
    }
    expect(await database.prisma.tenant.count({ where: { slug: 'demo' } })).toBe(1);
    const { code, stderr } = await run(target, {}, 'export', 'demo', '--to', join(folder, 'first'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/is not empty; name a folder that does not exist yet\.\n$/);
  });

  it('leaves the secrets out if there is no passphrase, and says so', async () => {
    const to = join(folder, 'without-secrets');
    const { stdout } = await run(target, {}, 'export', 'demo', '--to', to);
    expect(stdout).toContain('The secrets were left out: set EXPORT_PASSPHRASE to export them.');
    expect(await readdir(to)).not.toContain('data-key.json');
    expect(await readFile(join(to, 'workspace.jsonl'), 'utf8')).not.toContain('sealed:v1:');
  });

  it('refuses with one line to import a workspace that already exists', async () => {
    const { code, stderr } = await run(target, {}, 'import', join(folder, 'without-secrets'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is already a tenant "demo" \([0-9a-f-]{36}\)\. .+\n$/);
  });
});

/**
 * Returns the lines without the entries of the audit log about the handover, and without the last line, which counts
 * them.
 */
async function readLines(from: string): Promise<string[]> {
  const lines = (await readFile(join(from, 'workspace.jsonl'), 'utf8')).trimEnd().split('\n');
  return lines.slice(0, -1).filter((line) => !/"workspace\.(?:exported|imported)"/.test(line));
}

async function readFiles(from: string): Promise<[string, string][]> {
  const names = (await readdir(join(from, 'files'))).sort();
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [name, await readFile(join(from, 'files', name), 'base64')],
    ),
  );
}
