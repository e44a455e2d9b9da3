import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { ofAllTenants, openDatabase } from '@parley/database';
import { createTenant, createToken, guardDatabase, testEncryptionKeys, testSecret } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { waitUntil } from '@parley/testkit/wait-until';
import { demoTenantId, seedDemo } from '../../../prisma/seed.js';
import { openClient } from '../src/story/open-client.js';
import { runWholeStory } from '../src/story/run-whole-story.js';
import { callCommand } from './support/call-command.js';
import { startService } from './support/start-service.js';

jest.setTimeout(120_000);

const target = useTestDatabase();
const guarded = useResource(
  () => guardDatabase(target),
  ({ release }) => release(),
);
const service = useResource(
  () => startService(guarded.roleUrl, { declaresTenants: true, RATE_LIMIT_STORE: 'postgres' }),
  ({ stop }) => stop(),
);

const environment = (changes: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: guarded.roleUrl,
  DATABASE_ADMIN_URL: target.url,
  ENCRYPTION_KEYS: testEncryptionKeys,
  JWT_SECRET: testSecret,
  ...changes,
});

describe('with row-level security', () => {
  it('the whole story works: sending, deliveries, inbound messages, files, exports, erasure and maintenance', async () => {
    const { id: tenantId } = await createTenant(target.database);
    await createTenant(target.database);
    const token = await createToken(target.database, tenantId);
    const client = openClient({ url: service.url, token });
    const { parley } = client;
    const { channel, contact, publicUrl, bytes } = await runWholeStory({
      ...client,
      tell: () => {},
      mark: 'guarded',
      webhookUrl: service.webhookUrl,
      timeoutMs: 30_000,
    });
    expect(service.received.size).toBeGreaterThan(0);

    const served = await fetch(new URL(new URL(publicUrl).pathname, service.url));
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);

    const inbound = await fetch(`${service.url}/ingress/${channel.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: contact.phoneNumber, text: 'Yes, please.', externalId: 'inbound' }),
    });
    expect(inbound.status).toBe(200);

    const params = { path: { contactId: contact.id } };
    const { id: exportId } = await parley.POST('/contacts/{contactId}/export', { params });
    await waitUntil(async () => {
      const found = await parley.GET('/contacts/{contactId}/exports/{exportId}', {
        params: { path: { contactId: contact.id, exportId } },
      });
      return found.status === 'completed';
    });
    await parley.DELETE('/contacts/{contactId}', { params });
    await waitUntil(async () => {
      const { rows } = await target.database.pool.query(
        'select from contacts where tenant_id = $1 and id = $2',
        [tenantId, contact.id],
      );
      return rows.length === 0;
    });

    await target.database.pool.query(`select graphile_worker.add_job('maintain', '{}')`);
    await waitUntil(async () =>
      /^parley_maintenance_last_success_timestamp_seconds [1-9]/m.test(
        await service.worker.registry.metrics(),
      ),
    );
    expect(service.lines).toEqual([]);
  });

  it('the commands of the operator work as the role of the service: keys, a handover and a deletion', async () => {
    const { id, slug } = await createTenant(target.database);
    const folder = makeTestFolder('export');
    const run = (program: string, ...args: string[]) => callCommand(program, args, environment());
    expect(await run('tenant', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining(slug) });
    expect(await run('key', 'create', '--tenant', slug, '--name', 'Till', '--scope', '*')).toMatchObject({
      code: 0,
    });
    expect(await run('key', 'list', '--tenant', slug)).toMatchObject({
      stdout: expect.stringContaining('Till'),
    });
    const keys = () => target.database.pool.query('select from api_keys where tenant_id = $1', [id]);
    const to = join(folder, 'export');
    expect(await run('tenant', 'export', slug, '--to', to)).toMatchObject({ code: 0 });
    expect(await run('tenant', 'delete', slug, '--confirm', slug)).toMatchObject({ code: 0 });
    expect((await keys()).rowCount).toBe(0);
    expect(await run('tenant', 'import', to)).toMatchObject({ code: 0 });
    expect((await keys()).rowCount).toBe(1);
  });

  it('the demo tenant can be added as the role of the service, once', async () => {
    const { database } = service;
    expect(await seedDemo(ofAllTenants(database))).toBe(true);
    expect(await seedDemo(ofAllTenants(database))).toBe(false);
    const { rowCount } = await target.database.pool.query('select from contacts where tenant_id = $1', [
      demoTenantId,
    ]);
    expect(rowCount).toBeGreaterThan(0);
  });
});

describe('npm run migrate -- row-security', () => {
  const migrate = (...args: string[]) => callCommand('migrate', args, environment());

  it('status says that it is on, off or incomplete; on and off can be repeated', async () => {
    expect((await migrate('status')).stdout).toMatch(/\nRow-level security is on\.\n$/);
    expect((await migrate('row-security', 'on')).stdout).toBe('Row-level security was on already.\n');
    await target.database.pool.query('alter table labels disable row level security');
    expect((await migrate('row-security', 'status')).stdout).toMatch(
      /^Row-level security is incomplete\. It is missing on: labels\. /,
    );
    expect((await migrate('row-security', 'on')).stdout).toMatch(
      /^Row-level security is on \(tables and partitions: 1\)\./,
    );
    expect((await migrate('row-security', 'off')).stdout).toMatch(
      /^Row-level security is off \(tables and partitions: \d+\)\./,
    );
    expect((await migrate('row-security', 'off')).stdout).toBe('Row-level security was off already.\n');
    expect((await migrate('status')).stdout).toMatch(/\nRow-level security is off\.\n$/);
    expect(await migrate('row-security', 'maybe')).toMatchObject({ code: 2 });
  });

  it('on refuses while a process that declares no tenants is connected, unless it is forced', async () => {
    await migrate('row-security', 'off');
    const undeclaring = openDatabase({ url: guarded.roleUrl, poolSize: 1 });
    try {
      await undeclaring.pool.query('select 1');
      const { code, stdout, stderr } = await migrate('row-security', 'on');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^[^\n]*Processes with DATABASE_ROW_SECURITY=off[^\n]* connected as \S+ \(connections: 1\)[^\n]*=ready[^\n]*RECONNECT[^\n]*--force[^\n]*\n$/,
      );
      expect((await migrate('row-security', 'status')).stdout).toBe('Row-level security is off.\n');
      expect((await migrate('row-security', 'on', '--force')).stdout).toMatch(/^Row-level security is on /);
    } finally {
      await undeclaring.close();
    }
    expect(await migrate('row-security', 'off', '--force')).toMatchObject({ code: 2 });
  });

  it('on counts a connection with any other name', async () => {
    await migrate('row-security', 'off');
    const renamed = openDatabase({ url: guarded.roleUrl, poolSize: 1 });
    try {
      await renamed.pool.query(`set application_name = 'reports'`);
      const { code, stderr } = await migrate('row-security', 'on');
      expect(code).toBe(1);
      expect(stderr).toContain('(connections: 1)');
    } finally {
      await renamed.close();
    }
  });

  it.each([
    { named: 'reports', declaresTenants: false, name: 'parley' },
    { named: 'parley-row-security', declaresTenants: false, name: 'parley' },
    { named: 'reports', declaresTenants: true, name: 'parley-row-security' },
  ])('a process with %j: the name of its URL is ignored', async ({ named, declaresTenants, name }) => {
    const url = new URL(guarded.roleUrl);
    url.searchParams.set('application_name', named);
    const database = openDatabase({ url: url.href, poolSize: 1, declaresTenants });
    try {
      const { rows } = await database.pool.query('show application_name');
      expect(rows).toEqual([{ application_name: name }]);
    } finally {
      await database.close();
    }
  });

  it('on ignores a process that connects as the owner, to whom no policy applies', async () => {
    await migrate('row-security', 'off');
    const asOwner = openDatabase({ url: target.url, poolSize: 1 });
    try {
      await asOwner.pool.query('select 1');
      expect((await migrate('row-security', 'on')).stdout).toMatch(/^Row-level security is on /);
    } finally {
      await asOwner.close();
    }
  });
});
