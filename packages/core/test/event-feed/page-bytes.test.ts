import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type FeedPosition, followEvents, newId, startEventStream } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createTenant, settleFeed } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { insertEvent } from './insert-event.js';

const worlds = useWorlds();
const maxBytes = 1_024 * 1_024;

/** PostgreSQL stores the first in an eightieth of its size, and the second as it is. */
const texts = {
  'that can be compressed': (length: number) => 'x'.repeat(length),
  'that cannot be compressed': (length: number) => randomBytes(length).toString('base64').slice(0, length),
};

interface RecordedEvent {
  readonly type?: string;
  readonly data?: object;
}

/** Records events in the feed of a new workspace. Returns their ids, and how its pages are read. */
async function record(events: readonly RecordedEvent[]) {
  const { id: tenantId } = await createTenant(worlds.database);
  const context = createContext(worlds.database, tenantId);
  const { after } = await startEventStream(context, undefined);
  const ids: string[] = [];
  for (const event of events) {
    const id = newId();
    await insertEvent(worlds.database.pool, { tenantId, id, ...event });
    ids.push(id);
  }
  await settleFeed(worlds.database.pool);

  async function readPages(options: { limit?: number; maxBytes?: number; types?: readonly string[] } = {}) {
    const pages: { ids: string[]; bytes: number }[] = [];
    let place: FeedPosition = after;
    for (let hasMore = true; hasMore; ) {
      const request = { now: new Date(), limit: 200, maxBytes, ...options };
      const { found } = await followEvents(
        worlds.database.sql,
        [{ tenantId, after: place, retentionDays: 30 }],
        request,
      );
      const [page] = found;
      if (page === undefined) break;
      pages.push({
        ids: page.events.map(({ event }) => event.id),
        bytes: page.events.reduce((sum, { event }) => sum + Buffer.byteLength(JSON.stringify(event.data)), 0),
      });
      place = page.reached;
      hasMore = page.hasMore;
    }
    return pages;
  }

  return { ids, readPages };
}

describe('a page of a stream', () => {
  test.each(Object.entries(texts))(
    'has at most about 1 MB of data %s, and no event is lost',
    async (_, text) => {
      const { ids, readPages } = await record(
        Array.from({ length: 30 }, () => ({ data: { text: text(200_000) } })),
      );
      const pages = await readPages();
      expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThanOrEqual(maxBytes);
      expect(pages.flatMap((page) => page.ids)).toEqual(ids);
    },
  );

  test('is as full as the bytes allow', async () => {
    const text = texts['that can be compressed'](200_000);
    const { readPages } = await record(Array.from({ length: 10 }, () => ({ data: { text } })));
    expect((await readPages()).map((page) => page.ids.length)).toEqual([5, 5]);
  });

  test('contains a larger event alone', async () => {
    const sizes = [10, 10, 3_000_000, 10, 3_000_000, 3_000_000, 10];
    const { ids, readPages } = await record(
      sizes.map((length) => ({ data: { text: texts['that cannot be compressed'](length) } })),
    );
    const pages = await readPages();
    expect(pages.map((page) => page.ids.length)).toEqual([2, 1, 1, 1, 1, 1]);
    expect(pages.flatMap((page) => page.ids)).toEqual(ids);
  });

  test('does not count the data of events that are left out', async () => {
    const data = { text: texts['that cannot be compressed'](200_000) };
    const { ids, readPages } = await record([
      ...Array.from({ length: 10 }, () => ({ data })),
      { type: 'chat.created', data },
      ...Array.from({ length: 10 }, () => ({ data })),
    ]);
    const pages = await readPages({ types: ['chat.created'] });
    expect(pages.map((page) => page.ids)).toEqual([[ids[10]]]);
  });

  test('has the same events in the same order, whatever its bounds', async () => {
    const events = Array.from({ length: 12 }, (_, number) => ({
      type: number % 3 === 0 ? 'chat.created' : 'chat.updated',
      data: { text: texts['that can be compressed'](number * 1_000) },
    }));
    const { ids, readPages } = await record(events);
    for (const bounds of [
      { maxBytes: 1 },
      { maxBytes: 5_000 },
      { maxBytes: 20_000, limit: 3 },
      { maxBytes: 1_000_000, limit: 5 },
    ]) {
      expect((await readPages(bounds)).flatMap((page) => page.ids)).toEqual(ids);
      const created = await readPages({ ...bounds, types: ['chat.created'] });
      expect(created.flatMap((page) => page.ids)).toEqual(ids.filter((_, index) => index % 3 === 0));
    }
  });
});
