import { describe, expect, test } from '@jest/globals';
import { type Database, openDatabase, type Sql } from '@parley/database';
import { contacts, type SearchRequest, search } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createAttribute } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();
const { database, own } = worlds;

/** Two texts of two characters in four conditions, and the names of two labels. */
const request: SearchRequest = {
  query:
    'or(contains(firstName,"zz"),contains(lastName,"zz"),startsWith(email,"zz"),contains(lastName,"yy"),eq(labelName,"a"),eq(labelName,"b"))',
  search: 'zz',
};

/** Records the statements of searches, and those on the other connections. */
function watch() {
  const texts: string[] = [];
  const onMainPool: string[] = [];
  let running = 0;
  let most = 0;
  const sql: Sql = async (statement, values) => {
    running += 1;
    most = Math.max(most, running);
    texts.push(statement.text);
    try {
      return await database.searches.sql(statement, values);
    } finally {
      running -= 1;
    }
  };
  const watched: Database = Object.create(database, {
    sql: {
      value: ((statement, values) => {
        onMainPool.push(statement.text);
        return database.sql(statement, values);
      }) satisfies Sql,
    },
    searches: { value: { ...database.searches, sql } },
  });
  const context = createContext(watched, own.tenant.id);
  return { context, texts, onMainPool, mostAtOnce: () => most };
}

describe('the lookups of a search', () => {
  test('use the connections for searches, one after another, and look up each text once', async () => {
    const { context, texts, onMainPool, mostAtOnce } = watch();
    expect(await search(context, contacts, request)).toMatchObject({ total: 0 });
    expect(onMainPool).toEqual([]);
    expect(texts.filter((text) => text.includes('text_pairs'))).toHaveLength(2);
    expect(texts.filter((text) => text.startsWith('select id from labels'))).toHaveLength(2);
    expect(texts).toHaveLength(5);
    expect(mostAtOnce()).toBe(1);
  });

  test('find all attributes of a filter at once, and the search has their ids', async () => {
    await createAttribute(database, own.tenant.id, { externalId: 'plan' });
    const { context, texts, onMainPool } = watch();
    const isMissing = `isNull(attributes.${own.attribute.externalId})`;
    const query = `and(eq(attributes.plan,"free"),not(eq(attributes.plan,"pro")),${isMissing})`;
    expect(await search(context, contacts, { query })).toMatchObject({ total: 0 });
    expect(onMainPool).toEqual([]);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('from attributes');
    expect(texts[1]).not.toContain('external_id =');
  });

  test('refuse an attribute of another tenant before anything is searched', async () => {
    const { externalId } = await createAttribute(database, worlds.other.tenant.id, {
      externalId: 'only_theirs',
    });
    const { context, texts } = watch();
    const query = `isNull(attributes.${externalId})`;
    await expect(search(context, contacts, { query })).rejects.toMatchObject({ code: 'invalid_body_params' });
    expect(texts).toHaveLength(1);
  });

  test.each(['contacts', 'labels'])(
    'a lookup in %s that takes too long is refused in the same way as the search, and holds its slot',
    async (table) => {
      const { pool } = database;
      const limited = openDatabase({
        url: String(pool.options.connectionString),
        poolSize: 1,
        searchPoolSize: 1,
        searchTimeoutMs: 60,
      });
      const blocker = await pool.connect();
      try {
        await blocker.query(`begin; lock table ${table} in access exclusive mode`);
        const results = await Promise.allSettled(
          Array.from({ length: 4 }, () => search(createContext(limited, own.tenant.id), contacts, request)),
        );
        const codes = results.map((result) => result.status === 'rejected' && result.reason.code);
        expect(codes).toContain('search_too_expensive');
        expect(codes).toContain('concurrent_searches_limit_reached');
        expect(new Set(codes).size).toBe(2);
        expect(limited.pool.totalCount).toBe(0);
      } finally {
        await blocker.query('rollback');
        blocker.release();
        await limited.close();
      }
    },
  );
});
