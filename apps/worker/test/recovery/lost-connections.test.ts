import { describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change } = useChatEvents(running);

/** Closes all other connections, as a restart of the database does. */
async function cutConnections(): Promise<number> {
  const { rows } = await running.database.pool.query<{ count: number }>(
    `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

describe('a worker that loses all its connections to the database', () => {
  test('continues by itself, and nothing is lost', async () => {
    const target = await receiver();
    await subscribe(target.url);
    const chats = await Promise.all(Array.from({ length: 20 }, () => chat()));
    await change(chats[0] ?? (await chat()));
    await waitUntil(() => target.requests.length === 1);
    expect(await cutConnections()).toBeGreaterThan(0);
    for (const one of chats.slice(1)) await change(one);
    await waitUntil(() => new Set(target.requests.map(({ headers }) => headers['webhook-id'])).size === 20);
  });
});
