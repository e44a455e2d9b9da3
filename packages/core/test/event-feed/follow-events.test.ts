import { describe, expect, test } from '@jest/globals';
import { firstIdAt, ofAllTenants } from '@parley/database';
import { waitUntil } from '../../../testkit/src/wait-until.js';
import { type FeedPosition, followEvents, newId, startEventStream } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createTenant, settleFeed } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { insertEvent } from './insert-event.js';

const worlds = useWorlds();

interface FollowedOptions {
  readonly limit?: number;
  readonly types?: readonly string[];
  readonly retentionDays?: number;
}

/** Follows the feeds of some workspaces from where they are now, as a process with streams does. */
async function follow(count: number, { retentionDays = 30, ...options }: FollowedOptions = {}) {
  const feeds: { tenantId: string; after: FeedPosition; retentionDays: number }[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id: tenantId } = await createTenant(worlds.database);
    const { after } = await startEventStream(createContext(worlds.database, tenantId), undefined);
    feeds.push({ tenantId, after, retentionDays });
  }
  const seen = new Map<string, string[]>();
  const { sql } = ofAllTenants(worlds.database);

  async function poll(): Promise<boolean> {
    const { found } = await followEvents(sql, feeds, {
      now: new Date(),
      limit: 100,
      maxBytes: 1_000_000,
      ...options,
    });
    for (const { tenantId, events, reached } of found) {
      seen.set(tenantId, [...(seen.get(tenantId) ?? []), ...events.map(({ event }) => event.id)]);
      const feed = feeds.find((one) => one.tenantId === tenantId);
      if (feed) feed.after = reached;
    }
    return found.some(({ hasMore }) => hasMore);
  }

  return {
    tenantIds: feeds.map(({ tenantId }) => tenantId),
    feeds,
    poll,
    seenBy: (tenantId = '') => seen.get(tenantId) ?? [],
    /** Transactions of other test files, in other databases of the server, can delay the end of the feed. */
    async pollUntil(isDone: () => boolean): Promise<void> {
      await waitUntil(async () => {
        await poll();
        return isDone();
      });
    },
  };
}

const insert = async (tenantId = '', type = 'chat.updated', id = newId()) => {
  await insertEvent(worlds.database.pool, { tenantId, id, type });
  return id;
};

describe('following feeds', () => {
  test('returns the events of each workspace after its own position, once and in order', async () => {
    const { tenantIds, seenBy, pollUntil } = await follow(3);
    const [one, two, three] = tenantIds;
    const expected = new Map<string | undefined, string[]>([
      [one, []],
      [two, []],
      [three, []],
    ]);
    for (let round = 1; round <= 3; round += 1) {
      for (const tenantId of [one, two]) expected.get(tenantId)?.push(await insert(tenantId));
      await pollUntil(() => seenBy(one).length === round && seenBy(two).length === round);
    }
    for (const tenantId of tenantIds) expect(seenBy(tenantId)).toEqual(expected.get(tenantId));
  });

  test('moves past events of other types, and reads at most as many as its limit', async () => {
    const { tenantIds, feeds, seenBy, poll, pollUntil } = await follow(1, {
      limit: 2,
      types: ['chat.created'],
    });
    const [tenantId] = tenantIds;
    const begun = feeds[0]?.after;
    for (let number = 0; number < 3; number += 1) await insert(tenantId);
    await pollUntil(() => feeds[0]?.after.position !== begun?.position);
    const id = await insert(tenantId, 'chat.created');
    await pollUntil(() => seenBy(tenantId).length === 1);
    expect(seenBy(tenantId)).toEqual([id]);
    expect(await poll()).toBe(false);
  });

  test('does not pass a transaction that still runs', async () => {
    const { tenantIds, seenBy, poll, pollUntil } = await follow(1);
    const [tenantId = ''] = tenantIds;
    const client = await worlds.database.pool.connect();
    const early = newId();
    try {
      await client.query('begin');
      await insertEvent(client, { tenantId, id: early, type: 'chat.updated' });
      const late = await insert(tenantId);
      await poll();
      expect(seenBy(tenantId)).toEqual([]);
      await client.query('commit');
      await pollUntil(() => seenBy(tenantId).length === 2);
      expect(seenBy(tenantId)).toEqual([early, late]);
    } finally {
      client.release();
    }
  });

  test('ends before an event of a newer release, and skips one that is older than a day', async () => {
    await worlds.database.pool.query(`alter type delivery_event add value if not exists 'moon.landed'`);
    const { tenantIds, seenBy, poll, pollUntil } = await follow(2);
    const [current, rolledBack] = tenantIds;
    const old = idBefore({ days: 1.1 });
    const first = await insert(current);
    const newer = await insert(current, 'moon.landed');
    const last = await insert(current);
    await insert(rolledBack, 'moon.landed', old);
    const after = await insert(rolledBack);
    await pollUntil(() => seenBy(current).length === 1 && seenBy(rolledBack).length === 1);
    await poll();
    expect([seenBy(current), seenBy(rolledBack)]).toEqual([[first], [after]]);
    const context = createContext(worlds.database, current ?? '');
    context.clock.set(new Date());
    // A new stream begins before it too.
    await settleFeed(worlds.database.pool);
    const { after: begin } = await startEventStream(context, undefined);
    expect(begin.id).toBe(first);
    const values = [current, newer];
    await worlds.database.pool.query(
      `update events set type = 'chat.updated' where tenant_id = $1 and id = $2`,
      values,
    );
    await pollUntil(() => seenBy(current).length === 3);
    expect(seenBy(current)).toEqual([first, newer, last]);
  });

  test('leaves out what the retention does not keep', async () => {
    const { tenantIds, seenBy, pollUntil } = await follow(1, { retentionDays: 7 });
    const [tenantId] = tenantIds;
    await insert(tenantId, 'chat.updated', idBefore({ days: 8 }));
    const id = await insert(tenantId);
    await pollUntil(() => seenBy(tenantId).length > 0);
    expect(seenBy(tenantId)).toEqual([id]);
  });
});

function idBefore({ days }: { days: number }): string {
  return newId().replace(
    /^.{14}/,
    firstIdAt(new Date(Date.now() - days * 24 * 60 * 60 * 1_000)).slice(0, 14),
  );
}
