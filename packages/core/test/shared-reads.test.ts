import { describe, expect, test } from '@jest/globals';
import { type Database, declaredStatements, type Statement } from '@parley/database';
import { type Context, chats, contacts, getById, newId } from '../src/index.js';
import { createSignal } from './create-signal.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
const { database, own, other } = worlds;

describe('reads by id that arrive together', () => {
  test('share a statement for each kind of record and each tenant, and each gets its own record', async () => {
    const watched = watch(database);
    const mine = { ...worlds.context(), database: watched.database };
    const theirs = { ...worlds.otherContext(), database: watched.database };
    const found = await Promise.all([
      idOf(getById(mine, chats, own.chat.id)),
      idOf(getById(mine, chats, newId())),
      idOf(getById(mine, contacts, own.contact.id)),
      idOf(getById(theirs, chats, other.chat.id)),
      idOf(getById(mine, chats, other.chat.id)),
      idOf(getById(mine, chats, own.chat.id)),
      idOf(getById(mine, chats, 'not an id')),
    ]);
    const missing = 'chat_not_found';
    expect(found).toEqual([
      own.chat.id,
      missing,
      own.contact.id,
      other.chat.id,
      missing,
      own.chat.id,
      missing,
    ]);
    expect(watched.statements.toSorted()).toEqual(['collect-chats', 'find-chats', 'find-contacts']);
  });

  test('fail alone if the shared statement fails', async () => {
    const sql = (statement: Statement<unknown>, values: readonly unknown[]) => {
      const isRefused = statement.name === 'collect-chats' || values.includes(broken);
      return isRefused ? Promise.reject(new Error('A record is broken.')) : database.sql(statement, values);
    };
    const broken = newId();
    const context: Context = {
      ...worlds.context(),
      database: Object.create(database, { sql: { value: sql } }),
    };
    const results = await Promise.allSettled([
      getById(context, chats, own.chat.id),
      getById(context, chats, broken),
      getById(context, chats, own.chat.id),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('see what was committed while an earlier read ran', async () => {
    const held = hold(database);
    const context: Context = { ...worlds.context(), database: held.database };
    const first = getById(context, contacts, own.contact.id);
    await held.isRunning;
    await database.pool.query('update contacts set first_name = $1 where id = $2', ['Later', own.contact.id]);
    const second = getById(context, contacts, own.contact.id);
    held.release();
    expect((await first).firstName).not.toBe('Later');
    expect((await second).firstName).toBe('Later');
  });

  test('are planned once, however many ids they have', async () => {
    const client = await database.pool.connect();
    try {
      const collecting = [...declaredStatements].filter(([name]) => name.startsWith('collect-'));
      expect(collecting.length).toBeGreaterThan(10);
      for (const [name, text] of collecting) {
        // PostgreSQL plans a statement five times before it compares these plans with one for all values.
        for (let count = 1; count <= 8; count += 1) {
          const ids = Array.from({ length: count }, () => newId());
          await client.query({ name, text, values: [own.tenant.id, ids] });
        }
      }
      const { rows } = await client.query<{ name: string }>(
        `select name from pg_prepared_statements where name like 'collect-%' and custom_plans > 5`,
      );
      expect(rows.map(({ name }) => name)).toEqual([]);
    } finally {
      client.release();
    }
  });
});

async function idOf(reading: Promise<{ readonly id: string }>): Promise<string> {
  try {
    return (await reading).id;
  } catch (error) {
    return Object(error).code;
  }
}

/** Returns the same database, which notes the names of its statements. */
function watch(database: Database): { database: Database; statements: string[] } {
  const statements: string[] = [];
  const sql = (statement: Statement<unknown>, values: readonly unknown[]) => {
    statements.push(statement.name ?? '');
    return database.sql(statement, values);
  };
  return { database: Object.create(database, { sql: { value: sql } }), statements };
}

/** Returns the same database, whose first result arrives when it is released. */
function hold(database: Database): { database: Database; isRunning: Promise<void>; release(): void } {
  const [isRunning, startRunning] = createSignal();
  const [released, release] = createSignal();
  const sql = async (statement: Statement<unknown>, values: readonly unknown[]) => {
    const rows = await database.sql(statement, values);
    startRunning();
    await released;
    return rows;
  };
  return { database: Object.create(database, { sql: { value: sql } }), isRunning, release };
}
