import { beforeEach, describe, expect, test } from '@jest/globals';
import { deleteWorkspace } from '../../src/handover/index.js';
import { authenticateKey, findChannel } from '../../src/index.js';
import { defaultSizes as sizes } from '../../src/sizes.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createKey } from '../testkit.js';
import { whileHeld } from '../while-held.js';
import { fillWorkspace, useInstallations } from './use-installations.js';

const installations = useInstallations();
let filled: Awaited<ReturnType<typeof fillWorkspace>>;

beforeEach(async () => {
  filled = await fillWorkspace(installations.database);
});

/** Finds the number of rows that contain the text, by table. The tables of the queue are searched as well. */
async function findRows(text: string): Promise<Record<string, number>> {
  const { pool } = installations.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const hits: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${name} as found where position($1 in found::text) > 0`,
      [text],
    );
    if (rows[0]?.count) hits[name] = rows[0].count;
  }
  return hits;
}

describe('deleteWorkspace', () => {
  test('leaves no row, no job and no byte in any table, and changes nothing of another tenant', async () => {
    const { database } = installations;
    const other = await fillWorkspace(database);
    const before = await findRows(other.tenantId);
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(Object.keys(await findRows(filled.tenantId))).toEqual(Object.keys(before));
    await deleteWorkspace(database, { tenant: filled.tenantId, sizes });
    expect(await findRows(filled.tenantId)).toEqual({});
    expect(await findRows(filled.fileId)).toEqual({});
    expect(await findRows(other.tenantId)).toEqual(before);
  });

  test('tokens and channels stop working first; an interrupted deletion continues when it is repeated', async () => {
    const { database } = installations;
    const { tenantId, channelId } = filled;
    const { id: keyId } = await createKey(database, tenantId);
    expect(await authenticateKey(database, { tenantId, keyId })).toBeDefined();
    expect(await findChannel(database, channelId)).toBeDefined();
    const interrupted = deleteWorkspace(database, {
      tenant: tenantId,
      onProgress({ part }) {
        if (part === 'messages') throw new Error('Interrupted');
      },
      sizes,
    });
    await expect(interrupted).rejects.toThrow('Interrupted');
    expect(await database.prisma.apiKey.count({ where: { tenantId } })).toBeGreaterThan(0);
    expect(await authenticateKey(database, { tenantId, keyId })).toBeUndefined();
    expect(await findChannel(database, channelId)).toBeUndefined();
    await deleteWorkspace(database, { tenant: tenantId, sizes });
    expect(await findRows(tenantId)).toEqual({});
  });

  test('what a request or a job has written meanwhile is deleted too', async () => {
    const { database } = installations;
    const { tenantId } = filled;
    await whileHeld(database, {
      async hold(client) {
        const writes = [
          `insert into labels (tenant_id, id, name, color) values ($1::uuid, gen_random_uuid(), 'late', '#000000')`,
          `insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
           values ($1::uuid, ${newIdSql('now()')}, 1, now(), 1)`,
          `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
           values (7000000000000000, 'x', jsonb_build_object('tenantId', $1::uuid), '', 1, now(), now())`,
          `select graphile_worker.add_job('end-snooze', json_build_object('tenantId', $1::uuid))`,
        ];
        for (const write of writes) await client.query(write, [tenantId]);
      },
      // The deletion of the tenant waits for whoever has added something to it.
      work: () => deleteWorkspace(database, { tenant: tenantId, sizes }),
    });
    expect(await findRows(tenantId)).toEqual({});
  });
});
