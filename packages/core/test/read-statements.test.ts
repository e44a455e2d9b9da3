import { describe, expect, test } from '@jest/globals';
import type { Statement } from '@parley/database';
import {
  attributes,
  authenticateKey,
  automations,
  type Context,
  chats,
  contacts,
  getById,
  getPublicFileToken,
  legacyWebhooks,
  listAll,
  listChannelCampaigns,
  readFileByToken,
  search,
} from '../src/index.js';
import { useWorlds, type Worlds } from './use-worlds.js';

const worlds = useWorlds();

type Read = (context: Context, worlds: Worlds) => Promise<unknown>;

const reads: readonly (readonly [name: string, read: Read])[] = [
  ['getChat', (context, { own }) => getById(context, chats, own.chat.id)],
  ['a contact', (context, { own }) => getById(context, contacts, own.contact.id)],
  [
    'searchAutomations',
    (context) => search(context, automations, { query: 'eq(status,active)', search: 'a' }),
  ],
  ['getFilePublicUrl', (context, { own }) => getPublicFileToken(context, own.file.id)],
  ['v2 listApiWebhooks', (context) => listAll(context, legacyWebhooks)],
  ['v2 listAttributes', (context) => listAll(context, attributes)],
  ['v2 listBroadcasts', (context, { own }) => listChannelCampaigns(context, own.channel.id)],
  [
    'authentication',
    ({ database }, { own }) => authenticateKey(database, { keyId: own.key.id, tenantId: own.tenant.id }),
  ],
];

describe('one round trip', () => {
  test.each(reads)('%s', async (_, read) => {
    const { context, statements } = countStatements(worlds.context());
    await read(context, worlds);
    expect(statements).toHaveLength(1);
  });

  test('the record of a public file, and another for its bytes', async () => {
    const token = await getPublicFileToken(worlds.context(), worlds.own.file.id);
    const { context, statements } = countStatements(worlds.context());
    const { file } = await readFileByToken(context, token);
    expect(statements).toHaveLength(1);
    await file.readChunks().next();
    expect(statements).toHaveLength(2);
  });
});

/** Returns the same database, which records every statement that is sent to it. */
function countStatements(context: Context): { context: Context; statements: string[] } {
  const statements: string[] = [];
  const { database } = context;
  const refuse = () => {
    throw new Error('A read needs neither a transaction nor another connection');
  };
  const count = (sql: typeof database.sql) => (statement: Statement<unknown>, values: readonly unknown[]) => {
    statements.push(statement.text);
    return sql(statement, values);
  };
  const counted: typeof database = Object.create(database, {
    sql: { value: count(database.sql) },
    searches: { value: { ...database.searches, sql: count(database.searches.sql) } },
    // The slots of searches are found by the pool, which is not used.
    pool: { value: Object.create(database.pool, { connect: { value: refuse }, query: { value: refuse } }) },
    prisma: { get: refuse },
  });
  return { context: { ...context, database: counted }, statements };
}
