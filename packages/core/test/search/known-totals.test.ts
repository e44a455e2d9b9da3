import { beforeEach, describe, expect, test } from '@jest/globals';
import { automations, deleteById, search } from '../../src/index.js';
import { KnownTotals } from '../../src/search/known-totals.js';
import { createContext } from '../test-context.js';
import { createAutomation, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, prisma } = useWorlds();

let tenantId: string;

beforeEach(async () => {
  ({ id: tenantId } = await createTenant(database));
  for (let number = 0; number < 4; number += 1) await createAutomation(database, tenantId);
  expect(await totalOf('eq(status,active)')).toBe(4);
});

/** A page of one row does not show the end, so the rows have to be counted. */
async function totalOf(query: string, tenant = tenantId): Promise<number> {
  const request = { query, pagination: { limit: 1 } };
  return (await search(createContext(database, tenant), automations, request)).total;
}

function change(data: { status: 'active' | 'draft' }, where: object = {}) {
  return prisma.automation.updateMany({ where: { tenantId, ...where }, data });
}

describe('the total of a repeated search', () => {
  test('is not counted again while nothing has changed', async () => {
    const client = await database.pool.connect();
    try {
      // Without the triggers the change is not noticed, so the search returns the earlier total.
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `update automations set status = 'draft'
         where tenant_id = $1 and id in (select id from automations where tenant_id = $1 order by id limit 2)`,
        [tenantId],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await totalOf('eq(status,active)')).toBe(4);
    expect(await totalOf('eq(status,draft)')).toBe(2);
    await createAutomation(database, tenantId);
    expect(await totalOf('eq(status,active)')).toBe(3);
  });

  test('is exact after each insertion, change and deletion', async () => {
    const created = await createAutomation(database, tenantId);
    expect(await totalOf('eq(status,active)')).toBe(5);
    await change({ status: 'draft' }, { id: created.id });
    expect(await totalOf('eq(status,active)')).toBe(4);
    await change({ status: 'active' }, { id: created.id });
    expect(await totalOf('eq(status,active)')).toBe(5);
    await deleteById(createContext(database, tenantId), automations, created.id);
    expect(await totalOf('eq(status,active)')).toBe(4);
  });

  test('belongs to this tenant and these conditions', async () => {
    const { id: another } = await createTenant(database);
    for (let number = 0; number < 3; number += 1) await createAutomation(database, another);
    expect(await totalOf('eq(status,active)', another)).toBe(3);
    expect(await totalOf('eq(status,draft)')).toBe(0);
    expect(await totalOf('eq(status,active)')).toBe(4);
  });

  test('does not see a change before it is committed, nor one that is undone', async () => {
    const client = await database.pool.connect();
    try {
      for (const [ending, expected] of [
        ['rollback', 4],
        ['commit', 0],
      ] as const) {
        await client.query('begin');
        await client.query(`update automations set status = 'draft' where tenant_id = $1`, [tenantId]);
        expect(await totalOf('eq(status,active)')).toBe(4);
        await client.query(ending);
        expect(await totalOf('eq(status,active)')).toBe(expected);
      }
    } finally {
      client.release();
    }
  });

  test('is exact after many concurrent writes and searches', async () => {
    const totals: number[] = [];
    const searching = async () => {
      for (let round = 0; round < 10; round += 1) totals.push(await totalOf('eq(status,active)'));
    };
    const writing = Array.from({ length: 20 }, () => createAutomation(database, tenantId));
    await Promise.all([searching(), ...writing, searching()]);
    expect(await totalOf('eq(status,active)')).toBe(24);
    expect(Math.max(...totals)).toBeLessThanOrEqual(24);
    expect(Math.min(...totals)).toBeGreaterThanOrEqual(4);
  });
});

test('deleting the tenant leaves no count behind', async () => {
  expect(await prisma.searchRevision.count({ where: { tenantId } })).toBe(1);
  await prisma.tenant.delete({ where: { id: tenantId } });
  expect(await prisma.searchRevision.count({ where: { tenantId } })).toBe(0);
});

test('the searches of one tenant do not evict the totals of another', () => {
  const totals = new KnownTotals();
  totals.keep('small', 'a', { revision: '1', total: '7' });
  for (let number = 0; number < 1_000; number += 1)
    totals.keep('busy', `${number}`, { revision: '1', total: '0' });
  expect(totals.find('small', 'a')).toEqual({ revision: '1', total: '7' });
  expect(totals.find('busy', 'a')).toBeUndefined();
  expect(totals.find('busy', '0')).toBeUndefined();
  expect(totals.find('busy', '999')).toBeDefined();
});
