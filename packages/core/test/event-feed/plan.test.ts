import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, listPartitions, weekOf } from '@parley/database';
import { type EventSearchRequest, followEvents, searchEvents } from '../../src/index.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { countReadRows, explainAnalyzed, explainStatement, type PlanNode } from '../search/explain-search.js';
import { idOf } from '../search/fill-table.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();
const perWeek = 20_000;
const dayMs = 24 * 60 * 60 * 1_000;
/** The events of each set are from the first hours of a week, so that one partition contains them. */
const now = new Date(weekOf(new Date()).getTime() + 60 * 60 * 1_000);
const start = new Date(now.getTime() + 21 * dayMs);

let tenantId: string;

/** Many events this week and in three weeks, which are in two partitions. Few have a rare type, one chat or one contact. */
beforeAll(async () => {
  ({ id: tenantId } = await createTenant(database));
  await database.pool.query(`insert into installation (event_position_base) values (1000000000)
    on conflict (id) do update set event_position_base = excluded.event_position_base`);
  for (const [week, at] of [now, start].entries()) {
    await database.pool.query(
      `insert into events (tenant_id, id, type, chat_id, contact_id, data, created_at, position)
       select $1, ${newIdSql(`$2::timestamptz + n * interval '1 second'`)},
         case when n % 5000 = 0 then 'contact.updated' else 'message.received' end,
         ${idOf('1 + n % 1000')}, ${idOf('1 + n % 1000')}, '{}', $2::timestamptz + n * interval '1 second', $3 + n
       from generate_series(1, ${perWeek}) n`,
      [tenantId, at, week * perWeek],
    );
  }
  await database.pool.query('vacuum (analyze) events');
});

function context(looking: Database = database) {
  const created = createContext(looking, tenantId);
  created.clock.set(start);
  return created;
}

/** Runs the statement of a page with `explain analyze`; the retention is looked up before. */
function explain(request: EventSearchRequest, at = start): Promise<PlanNode[]> {
  const isPage = ({ name }: { name?: string }) => name !== 'describe-event-feed';
  return explainAnalyzed(database, isPage, (looking) => {
    const own = context(looking);
    own.clock.set(at);
    return searchEvents(own, request);
  });
}

const scansOfEvents = (nodes: readonly PlanNode[]) =>
  nodes.filter((node) => node['Relation Name']?.startsWith('events_'));

/** The scans that read rows without an index. A partition of a coming week is empty. */
const fullReads = (scans: readonly PlanNode[]) =>
  scans.filter((node) => !node['Node Type'].includes('Index') && countReadRows([node]) > 0);

async function cursorAfter(count: number, query?: string): Promise<string> {
  let cursor: string | undefined;
  for (let read = 0; read < count; read += 100) {
    const page = await searchEvents(context(), { limit: 100, cursor, query });
    cursor = page.resumeCursor;
  }
  return cursor ?? '';
}

describe('a page reads an index of each partition, and little more than its own rows', () => {
  test.each([
    ['from the beginning', {}, /position/],
    ['by a type', { query: 'eq(event,contact.updated)' }, /type/],
    ['by a chat', { query: `eq(chatId,"${idOf(7)}")` }, /chat_id/],
    ['by a contact', { query: `eq(contactId,"${idOf(7)}")` }, /contact_id/],
    ['by a frequent type', { query: 'eq(event,message.received)' }, /position/],
  ])('%s', async (_, request, column) => {
    const scans = scansOfEvents(await explain({ ...request, limit: 20 }));
    expect(fullReads(scans)).toEqual([]);
    expect(scans.map((node) => node['Index Cond'] ?? '').join()).toMatch(column);
    expect(countReadRows(scans)).toBeLessThan(60);
  });

  test('after a cursor', async () => {
    const cursor = await cursorAfter(1_000);
    const scans = scansOfEvents(await explain({ cursor, limit: 20 }));
    expect(fullReads(scans)).toEqual([]);
    expect(countReadRows(scans)).toBeLessThan(60);
  });

  test('from a time on, with an hour of margin', async () => {
    const at = new Date(start.getTime() + 10_000_000).toISOString();
    const scans = scansOfEvents(await explain({ query: `gte(createdAt,"${at}")`, limit: 20 }));
    expect(fullReads(scans)).toEqual([]);
    expect(countReadRows(scans)).toBeLessThan(3_700);
  });

  test('of a time range that has passed, not to the end of the feed', async () => {
    const [from, to] = [100, 110].map((seconds) => new Date(now.getTime() + seconds * 1_000).toISOString());
    const query = `and(gte(createdAt,"${from}"),lt(createdAt,"${to}"))`;
    const scans = scansOfEvents(await explain({ query, limit: 20 }));
    expect((await searchEvents(context(), { query, limit: 20 })).records).toHaveLength(10);
    expect(countReadRows(scans)).toBeLessThan(3_900);
    const page = scans.filter((node) => /position"? <=/.test(node['Index Cond'] ?? ''));
    expect(new Set(page.map((node) => node['Relation Name'])).size).toBe(1);
  });

  test('an empty page at the end of the feed: only the last event of each of the two partitions', async () => {
    const { resumeCursor: cursor } = await searchEvents(context(), {
      query: `eq(chatId,"${idOf(2_000)}")`,
    });
    const scans = scansOfEvents(await explain({ query: `eq(chatId,"${idOf(2_000)}")`, cursor }));
    expect(countReadRows(scans)).toBe(2);
  });
});

test('a page of a stream reads an index of each partition, and little more than its own rows', async () => {
  const feed = { tenantId, after: { position: '100', id: idOf(1) }, retentionDays: 30 };
  const options = { now: start, limit: 20, maxBytes: 1_000_000 };
  const nodes = await explainStatement(database, ({ sql }) => followEvents(sql, [feed], options), 'analyze');
  const scans = scansOfEvents(nodes);
  expect(fullReads(scans)).toEqual([]);
  expect(scans.map((node) => node['Index Cond'] ?? '').join()).toMatch(/position/);
  expect(countReadRows(scans)).toBeGreaterThanOrEqual(20);
  expect(countReadRows(scans)).toBeLessThan(30);
  // The order of the index is that of the running sums.
  const sorted = nodes
    .filter((node) => node['Node Type'] === 'WindowAgg')
    .flatMap((node) => node.Plans ?? []);
  expect(sorted.map((node) => node['Node Type'])).not.toContain('Sort');
  expect(sorted).toHaveLength(2);
});

test('partitions before the retention of the workspace are not read', async () => {
  const partitions = (await listPartitions(database.pool)).filter(({ table }) => table === 'events');
  const first = partitions.find(({ until }) => until > now)?.name;
  const all = new Set(scansOfEvents(await explain({})).map((node) => node['Relation Name']));
  expect(all).toContain(first);
  const later = scansOfEvents(await explain({}, new Date(now.getTime() + 46 * dayMs)));
  expect(later.map((node) => node['Relation Name'])).not.toContain(first);
  expect(new Set(later.map((node) => node['Relation Name'])).size).toBeLessThan(partitions.length);
});
