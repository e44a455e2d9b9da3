import { describe, expect, test } from '@jest/globals';
import { type Database, openDatabase, type Sql } from '@parley/database';
import { contacts, type SearchRequest, search } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

/** Two texts of two characters in four conditions, and the names of two labels. */
const request: SearchRequest = {
  query:
    'or(contains(firstName,"zz"),contains(lastName,"zz"),startsWith(email,"zz"),contains(lastName,"yy"),eq(labelName,"a"),eq(labelName,"b"))',
  search: 'zz',
};

describe('the lookups of a search', () => {
  test('use the connections for searches, one after another, and look up each text once', async () => {
    const { database } = worlds;
    const texts: string[] = [];
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
    const onMainPool: string[] = [];
    const watched: Database = Object.create(database, {
      sql: {
        value: ((statement, values) => {
          onMainPool.push(statement.text);
          return database.sql(statement, values);
        }) satisfies Sql,
      },
      searches: { value: { ...database.searches, sql } },
    });
    expect(await search(createContext(watched, worlds.own.tenant.id), contacts, request)).toMatchObject({
      total: 0,
    });
    expect(onMainPool).toEqual([]);
    expect(texts.filter((text) => text.includes('text_pairs'))).toHaveLength(2);
    expect(texts.filter((text) => text.startsWith('select id from labels'))).toHaveLength(2);
    expect(texts).toHaveLength(5);
    expect(most).toBe(1);
  });

  test.each(['contacts', 'labels'])(
    'a lookup in %s that takes too long is refused in the same way as the search, and holds its slot',
    async (table) => {
      const { pool } = worlds.database;
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
          Array.from({ length: 4 }, () =>
            search(createContext(limited, worlds.own.tenant.id), contacts, request),
          ),
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
