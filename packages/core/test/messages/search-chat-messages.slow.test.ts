import { beforeAll, describe, expect, test } from '@jest/globals';
import { type CursorSearchRequest, messagesOf, searchByCursor } from '../../src/index.js';
import { explainStatement, type PlanNode } from '../search/explain-search.js';
import { fillTable, idOf, searchedColumns } from '../search/fill-table.js';
import { shortestOfThree } from '../shortest-of-three.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

describe('among 100,000 messages of a chat', () => {
  let tenantId: string;
  const chatId = idOf(1);

  beforeAll(async () => {
    ({ id: tenantId } = await createTenant(worlds.database));
    const client = await worlds.database.pool.connect();
    const columns = await searchedColumns(client, messagesOf(chatId));
    await fillTable(client, { table: 'chats', tenantId, count: 1 });
    await fillTable(client, { table: 'messages', tenantId, count: 100_000, columns });
    client.release();
  }, 120_000);

  function readWhole(nodes: readonly PlanNode[]): (string | undefined)[] {
    return nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : []));
  }

  async function explain(request: CursorSearchRequest): Promise<PlanNode[]> {
    return explainStatement(worlds.database, (database) =>
      searchByCursor(createContext(database, tenantId), messagesOf(chatId), request),
    );
  }

  test.each(['', 'timestamp:asc', 'id', 'desc(id)'])(
    'a page ordered by "%s" reads an index in its order',
    async (sortBy) => {
      const context = createContext(worlds.database, tenantId);
      const first = await searchByCursor(context, messagesOf(chatId), { sortBy });
      for (const cursor of [undefined, first.nextCursor ?? '']) {
        const nodes = await explain({ sortBy, cursor });
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
        expect(readWhole(nodes)).not.toContain('messages');
      }
    },
  );

  test.each([
    { query: 'contains(text,"text 5000")' },
    { query: 'eq(vendorId,"vendor_id 5000")' },
    { query: 'gte(status,failed)' },
    { search: 'TEXT 77777' },
    { sortBy: 'status:desc,timestamp' },
    { query: 'contains(id,"abc")', sortBy: 'type' },
  ])('%j reads no further than the chat, within a second', async (request) => {
    const context = createContext(worlds.database, tenantId);
    const search = async () => {
      const { records } = await searchByCursor(context, messagesOf(chatId), request);
      expect(records.length).toBeGreaterThan(0);
    };
    expect(await shortestOfThree(search, 1_000)).toBeLessThan(1_000);
  });
});
