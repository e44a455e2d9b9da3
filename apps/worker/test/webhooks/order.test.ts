import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { isAttempted, makeDue } from '../support/add-delivery.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { bodyOf, later, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

const changes = ['closed', 'open', 'closed', 'open', 'closed', 'open'] as const;

describe('a webhook with ordered events', () => {
  test('gets each event after the previous one has arrived, even if that one fails at first', async () => {
    const subject = await chat();
    const bystander = await chat();
    const refusals: (() => void)[] = [];
    const target = await receiver((response, request) => {
      const isRefused = bodyOf(request).data.id === subject.id && refusals.length === 0;
      if (isRefused) refusals.push(() => response.writeHead(503).end());
      else response.end();
    });
    const webhook = await subscribe(target.url, { ordered: true });
    for (const status of changes) await change(subject, status);
    await change(bystander);
    const arrived = (chatId: string) => target.requests.map(bodyOf).filter(({ data }) => data.id === chatId);
    await waitUntil(() => arrived(bystander.id).length === 1 && refusals.length === 1);
    expect(arrived(subject.id)).toHaveLength(1);
    refusals[0]?.();
    const findRefused = async () =>
      (await deliveriesOf(webhook)).find(
        (delivery) => delivery.status === 'pending' && isAttempted(delivery),
      );
    await waitUntil(async () => (await findRefused()) !== undefined);
    const refused = await findRefused();
    if (refused) await makeDue(running, refused.id, refused.attemptCount);
    await waitUntil(async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'succeeded'));
    expect(arrived(subject.id).map(({ data }) => data.status)).toEqual(['closed', ...changes]);
    const deliveries = await deliveriesOf(webhook);
    expect(deliveries.map(({ attemptCount }) => attemptCount)).toEqual([2, 1, 1, 1, 1, 1, 1]);
  });

  test('gets the next event when the previous one has failed', async () => {
    const subject = await chat();
    const target = await receiver((response, request) => {
      response.writeHead(bodyOf(request).data.status === 'closed' ? 500 : 200, later).end();
    });
    const webhook = await subscribe(target.url, { ordered: true });
    await change(subject, 'closed');
    await waitUntil(() => target.requests.length === 1);
    await change(subject, 'open');
    const { pool } = running.database;
    await waitUntil(async () => (await deliveriesOf(webhook))[0]?.status === 'pending');
    const [first] = await deliveriesOf(webhook);
    // The next attempt of the delivery is its last one, and it is due.
    await pool.query('update deliveries set attempt_count = 9, next_attempt_at = now() where id = $1', [
      first?.id,
    ]);
    await pool.query(`select graphile_worker.add_job('deliver', $1::json)`, [
      JSON.stringify({ tenantId: running.tenant.id, deliveryId: first?.id }),
    ]);
    await waitUntil(async () => (await deliveriesOf(webhook))[1]?.status === 'succeeded');
    expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(target.requests.map((request) => bodyOf(request).data.status)).toEqual([
      'closed',
      'closed',
      'open',
    ]);
  });
});
