import { beforeAll, describe, expect, test } from '@jest/globals';
import { allMessages, type CursorSearchRequest, searchByCursor } from '../../src/index.js';
import { countReadRows, explainAnalyzed, type PlanNode } from '../search/explain-search.js';
import { fillTable, idOf } from '../search/fill-table.js';
import { shortestOfThree } from '../shortest-of-three.js';
import { createContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();
const rowCount = 100_000;

/** Most messages are in the first channel; few are in the second, which has one chat of each thousand. */
const channelId = `case when n % 1000 = 0 then '${idOf(2)}'::uuid else '${idOf(1)}'::uuid end`;
const chatId = idOf('1 + n % 5000');
/** Every message has the word "message", a tenth has "often", and one has its number. */
const text = `'message ' || case when n % 10 = 0 then 'often ' else '' end || 'number' || n`;

let tenantId: string;

/** The words of all messages are stored, except those of the last hundred. */
beforeAll(async () => {
  ({ id: tenantId } = await createTenant(database));
  const client = await database.pool.connect();
  await fillTable(client, {
    ...{ table: 'chats', tenantId, count: 5_000 },
    columns: { id: idOf('n'), contact_id: idOf('n'), channel_id: `'${idOf(1)}'::uuid` },
  });
  await fillTable(client, {
    ...{ table: 'messages', tenantId, count: rowCount },
    columns: { chat_id: chatId, channel_id: channelId, text, vendor_id: `'vendor ' || n` },
  });
  const stored = rowCount - 100;
  await fillTable(client, {
    ...{ table: 'message_words', tenantId, count: stored },
    columns: { message_id: idOf('n'), language: `'simple'`, words: `to_tsvector('simple', ${text})` },
  });
  await client.query(
    `insert into message_word_progress (tenant_id, language, stored_until) values ($1, 'simple', $2)`,
    [tenantId, idOf(stored)],
  );
  client.release();
}, 240_000);

function explain(request: CursorSearchRequest): Promise<PlanNode[]> {
  const isPage = ({ name }: { name?: string }) => name !== 'describe-message-words';
  return explainAnalyzed(database, isPage, (looking) =>
    searchByCursor(createContext(looking, tenantId), allMessages, request),
  );
}

const readRows = (nodes: readonly PlanNode[]) =>
  countReadRows(
    nodes.filter((node) => ['messages', 'message_words', 'chats'].includes(node['Relation Name'] ?? '')),
  );

/** The indexes that were read. */
const indexesOf = (nodes: readonly PlanNode[]) =>
  nodes.flatMap((node) => (node['Actual Loops'] && node['Index Name']) || []);

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();

const byTime = 'messages_tenant_id_timestamp_id_idx';
const byChat = 'messages_tenant_id_chat_id_timestamp_id_idx';
const byWords = 'message_words_words_idx';

describe('among 100,000 messages, a page reads an index, and little more than its own rows', () => {
  test.each<[string, CursorSearchRequest, string, number]>([
    ['the newest', {}, byTime, 50],
    ['a time', { query: `and(gte(timestamp,"${at(500)}"),lt(timestamp,"${at(600)}"))` }, byTime, 50],
    ['the oldest first', { sortBy: 'timestamp' }, byTime, 50],
    ['a chat', { query: `eq(chatId,"${idOf(7)}")` }, byChat, 50],
    ['a contact', { query: `eq(contactId,"${idOf(7)}")` }, byChat, 100],
    ['a channel with most messages', { query: `eq(channelId,"${idOf(1)}")` }, byTime, 50],
    ['a sender', { query: 'eq(sender,inbound)' }, byTime, 50],
  ])('%s', async (_, request, index, most) => {
    const nodes = await explain(request);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && readRows([node]) > 1_000)).toEqual([]);
    expect(indexesOf(nodes)).toContain(index);
    expect(readRows(nodes)).toBeLessThan(most);
  });

  test('a channel with few messages reads these, or as many of all as contain a page', async () => {
    const nodes = await explain({ query: `eq(channelId,"${idOf(2)}")` });
    expect(indexesOf(nodes).join()).toMatch(/messages_tenant_id_(channel_id_vendor_id_key|timestamp_id_idx)/);
    expect(readRows(nodes)).toBeLessThan(12_000);
  });

  // The first thousand messages and their words are read before, and the words of the last hundred are computed.
  test.each<[string, CursorSearchRequest, number]>([
    ['a rare word', { search: 'number777' }, 2_500],
    ['a word that does not exist', { search: 'nowhere' }, 2_500],
    ['a rare and a frequent word', { search: 'message number777' }, 2_500],
  ])('%s reads the index of words', async (_, request, most) => {
    const nodes = await explain(request);
    expect(indexesOf(nodes)).toContain(byWords);
    expect(readRows(nodes)).toBeLessThan(most);
  });

  test.each(['message', 'often'])('the frequent word %j reads the newest messages', async (search) => {
    const nodes = await explain({ search });
    expect(indexesOf(nodes)).toContain(byTime);
    expect(indexesOf(nodes)).not.toContain(byWords);
    expect(readRows(nodes)).toBeLessThan(2_500);
  });

  test.each<[string, CursorSearchRequest]>([
    ['a word of a contact', { query: `eq(contactId,"${idOf(7)}")`, search: 'often' }],
    ['a word in a time', { query: `lt(timestamp,"${at(100)}")`, search: 'often' }],
  ])('%s', async (_, request) => {
    expect(readRows(await explain(request))).toBeLessThan(2_000);
  });
});

test('every search among 100,000 messages takes less than a second', async () => {
  const context = createContext(database, tenantId);
  for (const request of [
    { query: 'eq(status,failed)' },
    { query: 'and(eq(originType,campaign),gte(status,sent))' },
    { query: `eq(originId,"${idOf(1)}")` },
    { search: 'message -message' },
    { search: 'often', query: 'eq(sender,outbound)' },
    { query: `not(eq(contactId,"${idOf(7)}"))` },
  ]) {
    const tookMs = await shortestOfThree(() => searchByCursor(context, allMessages, request), 1_000);
    expect({ request, isQuick: tookMs < 1_000 }).toEqual({ request, isQuick: true });
  }
});
