import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createApiUsage, createKey, createTenant } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { callCommand } from './support/call-command.js';

const target = useTestDatabase();
const folder = makeTestFolder('usage');
let keyId: string;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  const tenant = await createTenant(target.database, { slug: 'acme' });
  ({ id: keyId } = await createKey(target.database, tenant.id, { name: 'CRM' }));
  await createApiUsage(target.database, tenant.id, { keyId, createdAt: new Date(today), count: 7 });
});

const run = (...args: string[]) => callCommand('usage', args, { DATABASE_URL: target.url });

const empty = { requestFields: {}, filterFields: {}, enumValues: {}, eventTypes: {}, errorKeys: {} };

/** The day may change while the test runs. */
const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

describe('usage export', () => {
  it('prints the usage of all tenants as JSON', async () => {
    const { code, stdout, stderr } = await run('export');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      kind: 'parley-usage',
      version: 1,
      from: day,
      to: day,
      keys: [
        {
          tenant: 'acme',
          keyId,
          keyName: 'CRM',
          operations: { 'v3 getChat': { count: 7, lastUsed: today } },
          ...empty,
        },
      ],
    });
  });

  it('writes it to a file, and says what it has written', async () => {
    const out = join(folder, 'usage.json');
    const { code, stdout } = await run('export', '--days', '2', '--out', out);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Wrote the usage of 1 API keys of 1 tenants, from \S+ to \S+, to .+usage\.json\.\n$/,
    );
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ keys: [{ tenant: 'acme' }] });
  });

  it('refuses other days, and a file that it cannot write', async () => {
    const { code, stderr } = await run('export', '--days', '0');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--days must be a whole number from 1 to 400, not "0".'),
    });
    const lost = await run('export', '--out', join(folder, 'missing', 'usage.json'));
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written: ENOENT') });
  });
});
