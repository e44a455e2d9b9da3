import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, createTwoWorlds, type TestClient, tokenOf, type World } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { waitUntil } from '@parley/testkit/wait-until';
import { Agent } from 'undici';

const app = useTestApp({ env: { POOL_SIZE: '4', SEARCH_POOL_SIZE: '4', SEARCH_TIMEOUT_MS: '20000' } });
let attacker: TestClient<'v3'>;
let victim: TestClient<'v3'>;
let other: World;
const dispatcher = new Agent();

beforeAll(async () => {
  const worlds = await createTwoWorlds(app.database);
  other = worlds.other;
  const clientOf = async ({ key }: World) =>
    createClient('v3', { url: app.url, token: await tokenOf(key), dispatcher });
  attacker = await clientOf(worlds.own);
  victim = await clientOf(worlds.other);
});

afterAll(() => dispatcher.close());

/** Searches that wait for the lock occupy their connection, as expensive ones do. */
async function countHeldConnections(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'with page as%'`,
  );
  return rows[0]?.count ?? 0;
}

describe('40 searches of one tenant that do not end', () => {
  it('occupy one of the connections for searches; another tenant can read, write and search', async () => {
    const client = await app.database.pool.connect();
    let searches: Promise<{ status: number }>[] = [];
    try {
      await client.query('begin; lock table automations in access exclusive mode');
      searches = Array.from({ length: 40 }, () => attacker.call('searchAutomations', { body: {} }));
      await waitUntil(async () => (await countHeldConnections()) === 1);
      const { chat, label } = other;
      for (let round = 0; round < 5; round += 1) {
        expect((await victim.call('getChat', { params: { chatId: chat.id } })).status).toBe(200);
        expect((await victim.call('searchContacts', { body: {} })).status).toBe(200);
        const body = { name: `Label ${round}` };
        const changed = await victim.call('updateLabel', { params: { labelId: label.id }, body });
        expect(changed.status).toBe(200);
        expect(await countHeldConnections()).toBe(1);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
