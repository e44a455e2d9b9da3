import { describe, expect, jest, test } from '@jest/globals';
import { cutConnections } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change } = useChatEvents(running);

describe('a worker that loses all its connections to the database', () => {
  test('continues by itself, and nothing is lost', async () => {
    const target = await receiver();
    await subscribe(target.url);
    const chats = await Promise.all(Array.from({ length: 20 }, () => chat()));
    await change(chats[0] ?? (await chat()));
    await waitUntil(() => target.requests.length === 1);
    expect(await cutConnections(running.database)).toBeGreaterThan(0);
    for (const one of chats.slice(1)) await change(one);
    await waitUntil(() => new Set(target.requests.map(({ headers }) => headers['webhook-id'])).size === 20);
  });
});
