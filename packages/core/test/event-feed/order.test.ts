import { describe, expect, test } from '@jest/globals';
import { firstIdAt } from '@parley/database';
import type pg from 'pg';
import { waitUntil } from '../../../testkit/src/wait-until.js';
import { newId, searchEvents } from '../../src/index.js';
import { resumeWorkers } from '../../src/tenants/administration.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { insertEvent } from './insert-event.js';
import { createReader } from './read-feed.js';

const worlds = useWorlds();

/** Opens a transaction that gets its number now or with its first event. */
async function open(): Promise<{ client: pg.PoolClient; end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client = await worlds.database.pool.connect();
  await client.query('begin');
  return {
    client,
    async end(how) {
      await client.query(how);
      client.release();
    },
  };
}

async function insert(client: Pick<pg.PoolClient, 'query'>, tenantId: string, id = newId()): Promise<string> {
  await insertEvent(client, { tenantId, id });
  return id;
}

async function moveBase(by: number): Promise<void> {
  await worlds.database.pool.query(
    `insert into installation (event_position_base) values ($1) on conflict (id)
     do update set event_position_base = installation.event_position_base + excluded.event_position_base`,
    [by],
  );
}

async function begin() {
  const { id: tenantId } = await createTenant(worlds.database);
  const reader = createReader(createContext(worlds.database, tenantId));
  return { tenantId, reader, pool: worlds.database.pool };
}

describe('a reader that polls gets each event exactly once', () => {
  test('when a transaction that began first commits last', async () => {
    const { tenantId, reader, pool } = await begin();
    const slow = await open();
    const first = await insert(slow.client, tenantId);
    const second = await insert(pool, tenantId);
    await reader.poll();
    // The second event is committed, but an event before it may still follow.
    expect(reader.seen).toEqual([]);
    await slow.end('commit');
    const third = await insert(pool, tenantId);
    expect((await reader.pollUntil(3)).map(({ id }) => id)).toEqual([first, second, third]);
  });

  test('when an id is created first and its transaction begins last', async () => {
    const { tenantId, reader, pool } = await begin();
    const early = newId();
    const later = await insert(pool, tenantId);
    expect((await reader.pollUntil(1)).map(({ id }) => id)).toEqual([later]);
    expect(early < later).toBe(true);
    await insert(pool, tenantId, early);
    expect((await reader.pollUntil(2)).map(({ id }) => id)).toEqual([later, early]);
  });

  test('when a transaction that records several events is rolled back', async () => {
    const { tenantId, reader, pool } = await begin();
    const failing = await open();
    await insert(failing.client, tenantId);
    await insert(failing.client, tenantId);
    const kept = await insert(pool, tenantId);
    await failing.end('rollback');
    expect((await reader.pollUntil(1)).map(({ id }) => id)).toEqual([kept]);
    await reader.poll();
    expect(reader.seen).toHaveLength(1);
  });

  test('when many transactions overlap, in whatever order they commit', async () => {
    const { tenantId, reader } = await begin();
    const ids: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const transactions = [await open(), await open(), await open()];
      for (const { client } of [...transactions, ...transactions.toReversed()])
        ids.push(await insert(client, tenantId));
      for (const at of [1, 2, 0]) {
        await transactions[at]?.end('commit');
        await reader.poll();
      }
    }
    const seen = await reader.pollUntil(ids.length);
    expect(seen.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('when the feed was empty at first', async () => {
    const { tenantId, reader, pool } = await begin();
    await reader.poll();
    const first = await insert(pool, tenantId);
    expect((await reader.pollUntil(1)).map(({ id }) => id)).toEqual([first]);
  });

  test('when PostgreSQL assigns numbers again after a crash, which no transaction on disk had', async () => {
    const { tenantId, reader, pool } = await begin();
    const first = await insert(pool, tenantId);
    await reader.pollUntil(1);
    for (let lost = 0; lost < 20; lost += 1) await pool.query('select pg_current_xact_id()');
    await reader.poll();
    await moveBase(-10);
    const next = await insert(pool, tenantId);
    const seen = await reader.pollUntil(2);
    await moveBase(10);
    expect(seen.map(({ id }) => id)).toEqual([first, next]);
  });

  test('when PostgreSQL numbers its transactions anew after a restore, once the workers are resumed', async () => {
    const { tenantId, reader, pool } = await begin();
    await insert(pool, tenantId);
    await reader.pollUntil(1);
    // The reader is ahead of the server, as after the restore of an earlier state.
    await moveBase(-1_000_000);
    const lost = await insert(pool, tenantId);
    await reader.poll();
    expect(reader.seen).toHaveLength(1);
    await resumeWorkers(worlds.database);
    const next = await insert(pool, tenantId);
    expect((await reader.pollUntil(2)).map(({ id }) => id)).not.toContain(lost);
    expect(reader.seen.at(-1)?.id).toBe(next);
  });
});

test('a resume waits for transactions that have recorded events, so that none of them comes too late', async () => {
  const { tenantId, reader, pool } = await begin();
  const slow = await open();
  const first = await insert(slow.client, tenantId);
  const resuming = resumeWorkers(worlds.database);
  await waitForLock(pool);
  await slow.end('commit');
  await resuming;
  const second = await insert(pool, tenantId);
  expect((await reader.pollUntil(2)).map(({ id }) => id)).toEqual([first, second]);
});

test('a resume does not wait for a long transaction, such as an import, and changes nothing then', async () => {
  const { tenantId, pool } = await begin();
  const slow = await open();
  await insert(slow.client, tenantId);
  const resumes = () => pool.query('select resumes, event_position_base from installation');
  const before = (await resumes()).rows;
  const locks = { lockTimeoutMs: 50, attempts: 2, pauseMs: 10 };
  await expect(resumeWorkers(worlds.database, locks)).rejects.toMatchObject({ code: '55P03' });
  expect((await resumes()).rows).toEqual(before);
  await slow.end('commit');
});

const waitForLock = (pool: pg.Pool) =>
  waitUntil(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount !== 0;
  });

describe('an event of a newer release', () => {
  /** The migration of the newer release adds the type; its process records an event between two others. */
  async function recordNewer(createdAt = new Date()) {
    const { tenantId, pool } = await begin();
    await pool.query(`alter type delivery_event add value if not exists 'moon.landed'`);
    const newer = idAt(createdAt);
    const first = await insert(pool, tenantId);
    await insertEvent(pool, { tenantId, id: newer, type: 'moon.landed' });
    const third = await insert(pool, tenantId);
    const context = createContext(worlds.database, tenantId);
    context.clock.set(new Date());
    return { tenantId, pool, context, first, newer, third };
  }

  test.each([
    undefined,
    'ne(event,contact.updated)',
    'not(eq(event,contact.updated))',
    'eq(event,chat.updated)',
  ])('ends the feed until it can be presented, with the filter %s', async (query) => {
    const { tenantId, pool, context, first, newer, third } = await recordNewer();
    const reader = createReader(context, { query });
    await reader.pollUntil(1);
    await reader.poll();
    expect(reader.seen.map(({ id }) => id)).toEqual([first]);
    await pool.query(`update events set type = 'chat.updated' where tenant_id = $1 and id = $2`, [
      tenantId,
      newer,
    ]);
    expect((await reader.pollUntil(3)).map(({ id }) => id)).toEqual([first, newer, third]);
  });

  test('is skipped when it is older than a day, because that release was rolled back', async () => {
    const { context, first, third } = await recordNewer(new Date(Date.now() - 25 * 60 * 60 * 1_000));
    expect((await createReader(context).pollUntil(2)).map(({ id }) => id)).toEqual([first, third]);
  });

  function idAt(time: Date): string {
    return newId().replace(/^.{14}/, firstIdAt(time).slice(0, 14));
  }
});

test('a reader of a replica that is behind does not go back', async () => {
  const { tenantId, pool } = await begin();
  const context = createContext(worlds.database, tenantId);
  const reader = createReader(context);
  await insert(pool, tenantId);
  await reader.pollUntil(1);
  const { resumeCursor } = await searchEvents(context, {});
  await moveBase(-1_000_000);
  const behind = await searchEvents(context, { cursor: resumeCursor });
  await moveBase(1_000_000);
  expect(positionIn(behind.resumeCursor)).toBe(positionIn(resumeCursor));
});

function positionIn(cursor: string): unknown {
  return JSON.parse(Buffer.from(cursor, 'base64url').toString())[2];
}
