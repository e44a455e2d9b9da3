import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, dropPartitions, listPartitions, makePartitions, weekOf } from '@parley/database';
import { leftOutTables } from '../../src/handover/handover-policy.js';
import { deleteWorkspace, exportWorkspace, importWorkspace } from '../../src/handover/index.js';
import { listTenantTables } from '../../src/handover/tenant-tables.js';
import { defaultSizes as sizes } from '../../src/index.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createTenant, createTestDatabase, openStoredWebhook } from '../testkit.js';
import { MemoryExport } from './memory-export.js';
import { fillWorkspace, secretOfChannel, useInstallations } from './use-installations.js';

const installations = useInstallations();
const passphrase = 'a passphrase of the tests';
let filled: Awaited<ReturnType<typeof fillWorkspace>>;

beforeEach(async () => {
  filled = await fillWorkspace(installations.database);
});

async function exportFrom(database: Database, options: { passphrase?: string } = { passphrase }) {
  const exported = new MemoryExport();
  await exportWorkspace(database, exported, { tenant: filled.tenantId, ...options, sizes });
  return exported;
}

describe('export, delete, import and export again', () => {
  test('the lines and the bytes are the same, except for the entries of the audit log about export and import', async () => {
    const { database, empty } = installations;
    const first = await exportFrom(database);
    await deleteWorkspace(database, { tenant: filled.tenantId, sizes });
    await importWorkspace(empty, first, { passphrase, sizes });
    const second = await exportFrom(empty);
    expect(withoutHandover(second)).toEqual(withoutHandover(first));
    expect([...second.files]).toEqual([...first.files]);
    expect(first.files.size).toBe(1);
    const added = second.rowsOf('audit_log').length - first.rowsOf('audit_log').length;
    expect(added).toBe(2);
    expect(first.lines.filter((line) => line.includes('"kind" : "job"'))).toHaveLength(1);
    expect(JSON.stringify(first.lines)).toContain('12345678901234567890.5');
  });

  test('every table of a tenant is exported, unless it is left out on purpose', async () => {
    const { database } = installations;
    const exported = await exportFrom(database);
    const tables = await listTenantTables(database.sql);
    const missing = tables.map(({ name }) => name).filter((name) => exported.rowsOf(name).length === 0);
    expect(missing.sort()).toEqual(Object.keys(leftOutTables).sort());
    const header = JSON.parse(exported.lines[0] ?? '');
    expect(header).toMatchObject({ kind: 'header', format: 1, workspace: { id: filled.tenantId } });
  });

  test('an imported workspace gets a lane of its own in the queue of its installation', async () => {
    const { database, empty } = installations;
    const laneNumber = 32_000;
    await database.prisma.tenant.update({ where: { id: filled.tenantId }, data: { laneNumber } });
    await importWorkspace(empty, await exportFrom(database), { passphrase, sizes });
    const imported = await empty.prisma.tenant.findUniqueOrThrow({ where: { id: filled.tenantId } });
    expect(imported.laneNumber).toBeLessThan(laneNumber);
  });

  test('secrets open in an installation with other encryption keys', async () => {
    const { database, empty } = installations;
    const exported = await exportFrom(database);
    const { tenantId, webhook } = filled;
    expect(JSON.stringify([exported.lines, exported.dataKey])).not.toContain(secretOfChannel);
    await importWorkspace(empty, exported, { passphrase, sizes });
    const stored = await empty.prisma.webhook.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: webhook.id } },
    });
    expect((await openStoredWebhook(empty, stored)).secret).toBe(webhook.secret);
    const key = await empty.prisma.dataKey.findUniqueOrThrow({ where: { tenantId } });
    expect(key.wrappingKeyId).toBe('elsewhere');
  });

  test('without a passphrase no secret is exported, and the import creates new ones', async () => {
    const { database, empty } = installations;
    const exported = await exportFrom(database, {});
    expect(exported.dataKey).toBeUndefined();
    expect(JSON.stringify(exported.lines)).not.toContain('sealed:v1:');
    const { id: otherId, signingSecret } = await createTenant(empty);
    const result = await importWorkspace(empty, exported, { sizes });
    expect(result).toMatchObject({ webhooksWithNewSecret: 2, channelsWithoutSecrets: 1 });
    const other = await empty.prisma.tenant.findUniqueOrThrow({ where: { id: otherId } });
    expect(other.signingSecret).toBe(signingSecret);
    const { tenantId, webhook } = filled;
    const stored = await empty.prisma.webhook.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: webhook.id } },
    });
    const { secret } = await openStoredWebhook(empty, stored);
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(webhook.secret);
  });

  function withoutHandover({ lines }: MemoryExport): string[] {
    return lines.slice(0, -1).filter((line) => !/"workspace\.(?:exported|imported)"/.test(line));
  }
});

describe('events that are older than the oldest partition', () => {
  const day = 24 * 60 * 60 * 1_000;

  /** Drops the partition that has everything before its end, as the maintenance does after some weeks. */
  async function dropFirstPartitions(database: Database): Promise<void> {
    const client = await database.pool.connect();
    await dropPartitions(client, new Date(Date.now() + 14 * day)).finally(() => client.release());
    await makePartitionsFrom(database, new Date());
  }

  async function makePartitionsFrom({ pool }: Database, now: Date): Promise<void> {
    const client = await pool.connect();
    await makePartitions(client, now).finally(() => client.release());
  }

  test('are imported with partitions of their own; those that no workspace keeps any more are left out', async () => {
    const { database } = installations;
    const target = await createTestDatabase();
    try {
      await dropFirstPartitions(target.database);
      const now = Date.now();
      const firstWeek = weekOf(new Date(now - 100 * day)).getTime();
      const add = (ageDays: number) => addEvent(database, new Date(now - ageDays * day));
      const [old, older, expired] = [await add(20), await add(100), await add(500)];
      const exported = await exportFrom(database);
      const result = await importWorkspace(target.database, exported, { passphrase, sizes });
      expect(result.expiredRows).toBe(3);
      const events = await target.database.prisma.event.findMany({ where: { tenantId: filled.tenantId } });
      const ids = events.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([old, older]));
      expect(ids).not.toContain(expired);
      const kept = {
        where: { deliveryId: { in: exported.rowsOf('deliveries').map(({ id }) => String(id)) } },
      };
      expect(await target.database.prisma.deliveryAttempt.count(kept)).toBe(
        exported.rowsOf('delivery_attempts').length - 1,
      );
      const starts = (await listPartitions(target.database.pool)).map(({ from }) => from?.getTime() ?? 0);
      expect(Math.min(...starts)).toBe(firstWeek);
    } finally {
      await target.close();
    }
  });

  test('an id from the future is refused', async () => {
    const { database, empty } = installations;
    const exported = await exportFrom(database);
    const { id } = exported.rowsOf('events')[0] ?? {};
    exported.lines = exported.lines.map((line) => line.replaceAll(String(id), `ffff${String(id).slice(4)}`));
    await expect(importWorkspace(empty, exported, { passphrase, sizes })).rejects.toThrow(
      'has an id from the future',
    );
  });

  /** Adds an event with a delivery and an attempt, whose ids have this time. */
  async function addEvent({ pool }: Database, at: Date): Promise<string> {
    const { rows } = await pool.query<{ id: string }>(
      `with event as (
         insert into events (tenant_id, id, type, data) select $1, ${newIdSql('$2::timestamptz')}, 'chat.updated', '{}' returning id
       ), delivery as (
         insert into deliveries (tenant_id, id, event_id, webhook_id, event_type)
         select $1, ${newIdSql('$2::timestamptz')}, id, $3, 'chat.updated' from event returning id, event_id
       ), attempt as (
         insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms) select $1, id, 1, $2, 1 from delivery
       )
       select event_id as id from delivery`,
      [filled.tenantId, at, filled.webhookId],
    );
    return rows[0]?.id ?? '';
  }
});

describe('an import is refused, and nothing is imported', () => {
  type Change = (exported: MemoryExport) => void;
  const edit =
    (from: string | RegExp, to: string): Change =>
    (exported) => {
      exported.lines = exported.lines.map((line) => line.replace(from, to));
      const lines = exported.lines.slice(0, -1);
      const sha256 = createHash('sha256')
        .update(`${lines.join('\n')}\n`)
        .digest('hex');
      exported.lines = [...lines, JSON.stringify({ kind: 'end', lines: lines.length, sha256 })];
    };

  test.each<[string, Change, string]>([
    [
      'a newer format',
      edit('"format":1', '"format":2'),
      'reads formats up to 1. Import it with a newer release.',
    ],
    [
      'a column that this release does not know',
      edit('"first_name"', '"nickname","first_name"'),
      'does not know the column contacts.nickname',
    ],
    [
      'a table that this release does not know',
      edit('"contacts":[', '"pets":['),
      'does not know the table pets',
    ],
    [
      'a missing end',
      (exported) => {
        exported.lines = exported.lines.slice(0, -1);
      },
      'The export is incomplete',
    ],
    [
      'a changed line',
      (exported) => {
        exported.lines = exported.lines.map((line) => line.replace('quoted', 'forged'));
      },
      'its checksum is wrong',
    ],
    [
      'a changed file',
      (exported) => exported.files.set(filled.fileId, Buffer.from('b')),
      'of the export was changed',
    ],
    ['a line that is not JSON', edit('{"kind" : "row", "table" : "labels"', '{"kind'), 'is not valid'],
    ...['null', '"all"'].map((payload): [string, Change, string] => [
      `a job whose payload is ${payload}`,
      edit(/("kind" : "job".*"payload" : )\{[^}]*\}/, `$1${payload}`),
      'A job of the export is not valid.',
    ]),
    [
      'a job of a task that cannot exist',
      edit(/("kind" : "job".*)"end-snooze"/, '$1"end snooze"'),
      'A job of the export is not valid.',
    ],
    ['another first line', (exported) => void exported.lines.shift(), 'its first line is not a header'],
    [
      'the export of a contact',
      edit(
        /^.*"header".*$/,
        '{"kind":"header","format":1,"contact":{"id":"0193a1e0-5c00-7000-8000-00000000abcd"}}',
      ),
      'This is the export of a contact, and only exports of workspaces are imported',
    ],
  ])('%s', async (_, change, message) => {
    const { database, empty } = installations;
    // Without a passphrase, since its key takes most of the time of an export.
    const exported = await exportFrom(database, {});
    change(exported);
    await expect(importWorkspace(empty, exported, { sizes })).rejects.toThrow(message);
    expect(await empty.prisma.tenant.count({ where: { id: filled.tenantId } })).toBe(0);
    expect(await empty.prisma.message.count({ where: { tenantId: filled.tenantId } })).toBe(0);
  });

  test('a wrong passphrase, or none', async () => {
    const { database, empty } = installations;
    const exported = await exportFrom(database);
    const wrong = importWorkspace(empty, exported, { passphrase: 'another passphrase', sizes });
    await expect(wrong).rejects.toThrow('The passphrase does not open the data key.');
    await expect(importWorkspace(empty, exported, { sizes })).rejects.toThrow('set EXPORT_PASSPHRASE');
  });

  test('an id or a slug that already exists; a line cannot add a row to another workspace', async () => {
    const { database } = installations;
    const exported = await exportFrom(database);
    const expected = `There is already a tenant "${filled.tenantId}"`;
    await expect(importWorkspace(database, exported, { passphrase, sizes })).rejects.toThrow(expected);
    edit(filled.tenantId, '0193a1e0-5c00-7000-8000-00000000abcd')(exported);
    await expect(importWorkspace(database, exported, { passphrase, sizes })).rejects.toThrow(
      'There is already a tenant',
    );
  });
});
