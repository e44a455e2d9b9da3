import { beforeAll, describe, expect, test } from '@jest/globals';
import { chats, contacts, type Searchable, type SearchRequest, search } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createChannel, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { explainSearch, explainStatement } from './explain-search.js';

const { database } = useWorlds({ idsOfPair: 100 });
let tenantId: string;

const names = ['Zoë Zöller', 'ZOË', 'Straße 9', '王小明', 'a_b%c\\d', "O'Hara", 'Ægir Æsir', '👩‍🚀 x'];

/** Each name has a contact with a chat; 300 others have a pair in common, and a second tenant has the same names. */
beforeAll(async () => {
  const { pool } = database;
  ({ id: tenantId } = await createTenant(database));
  const { id: otherId } = await createTenant(database);
  for (const owner of [tenantId, otherId]) {
    await pool.query(
      `insert into contacts (tenant_id, id, last_name) select $1, gen_random_uuid(), name from unnest($2::text[]) name`,
      [owner, names],
    );
  }
  await pool.query(
    `insert into contacts (tenant_id, id, first_name, email)
     select $1, gen_random_uuid(), 'Qux ' || n, 'q' || n || '@example.com' from generate_series(1, 300) n`,
    [tenantId],
  );
  const { id: channelId } = await createChannel(database, tenantId);
  await pool.query(
    `with handle as (
       insert into handles (tenant_id, id, contact_id, type, value)
       select tenant_id, gen_random_uuid(), id, 'instagram', id::text from contacts
       where tenant_id = $1 and last_name is not null returning *
     )
     insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
     select tenant_id, gen_random_uuid(), $2, contact_id, id from handle`,
    [tenantId, channelId],
  );
  await pool.query('analyze contacts, handles, chats');
});

const find = (resource: Searchable<unknown>, request: SearchRequest) =>
  search(createContext(database, tenantId), resource, { pagination: { limit: 100 }, ...request });

/** The two characters at each position of the names, as they are and in the other case. */
const parts = [...new Set(names.flatMap(partsOf))];

function partsOf(name: string): string[] {
  const characters = [...name];
  const own = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return own
    .flatMap((part) => [part, part.toUpperCase(), part.toLowerCase()])
    .filter((part) => [...part].length === 2);
}

/** The names that PostgreSQL finds without an index. */
async function namesWith(part: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select last_name as name from contacts where tenant_id = $1 and last_name ilike '%' || $2 || '%' order by 1`,
    [tenantId, part.replace(/[\\%_]/g, '\\$&')],
  );
  return rows.map(({ name }) => name);
}

describe('a part of two characters', () => {
  test('finds the same contacts as a comparison of every contact, in every script and case', async () => {
    expect(parts.length).toBeGreaterThan(40);
    for (const part of parts) {
      const expected = await namesWith(part);
      const found = await find(contacts, { query: `contains(lastName,${JSON.stringify(part)})` });
      const lastNames = found.records.map((record) => (record as { lastName: string }).lastName);
      expect({ part, names: lastNames.sort() }).toEqual({ part, names: expected.sort() });
      expect(found.total).toBe(expected.length);
    }
  });

  test('finds chats by the text of their contact', async () => {
    expect(await find(chats, { search: '小明' })).toMatchObject({ total: 1 });
    expect(await find(chats, { search: 'zö' })).toMatchObject({ total: 1 });
    expect(await find(chats, { search: '§§' })).toMatchObject({ total: 0 });
  });

  test('finds all contacts that have it, even if there are many, alone and in an `or`', async () => {
    expect(await find(contacts, { search: 'QU' })).toMatchObject({ total: 300 });
    const query = 'or(contains(firstName,"qu"),contains(lastName,"zö"),contains(email,"zz"))';
    expect(await find(contacts, { query })).toMatchObject({ total: 301 });
    expect(await find(contacts, { query: `not(${query})` })).toMatchObject({ total: names.length - 1 });
  });

  test('with `startsWith` finds only fields that begin with it', async () => {
    expect(await find(contacts, { query: 'startsWith(lastName,"zö")' })).toMatchObject({ total: 0 });
    expect(await find(contacts, { query: 'startsWith(lastName,"st")' })).toMatchObject({ total: 1 });
  });

  test('is looked up in the index of pairs', async () => {
    const nodes = await explainStatement(database, (capturing) =>
      search(createContext(capturing, tenantId), contacts, { search: 'zz' }),
    );
    expect(nodes.map((node) => node['Index Name'])).toContain('contacts_text_pairs_idx');
  });

  test.each([
    ['zz', 1],
    ['qu', 0],
  ])('reads that index unless many contacts have it: %s', async (text, reads) => {
    const nodes = await explainStatement(
      database,
      (capturing) => search(createContext(capturing, tenantId), contacts, { search: text }),
      'analyze',
    );
    const read = nodes.find((node) => node['Index Name'] === 'contacts_text_pairs_idx');
    expect(read?.['Actual Loops']).toBe(reads);
  });

  test.each([
    { search: 'zz' },
    { query: 'contains(firstName,"zz")' },
    { query: 'or(contains(firstName,"zz"),contains(lastName,"zz"))' },
  ])('reads only the contacts that have it, if there are few: %j', async (request) => {
    for (const resource of request.search ? [contacts, chats] : [contacts]) {
      const { page, count } = await explainSearch(database, resource, { tenantId, request });
      const nodes = [...page, ...count];
      expect(
        nodes.filter((node) => node['Node Type'].endsWith('Seq Scan')).map((node) => node['Relation Name']),
      ).not.toContain('contacts');
      expect(nodes.map((node) => node['Index Name'])).not.toContain('contacts_tenant_id_created_at_id_idx');
    }
  });
});
