import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createTenant } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import type { LoggedDelivery } from '../support/find-deliveries.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { later, type TestReceiver, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const unlocks: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const unlock of unlocks.splice(0)) await unlock();
});

describe('while a transaction of a tenant has locked its deliveries', () => {
  test('those of another tenant are claimed, sent and recorded; the locked one is sent once afterwards', async () => {
    const own = await subscribeTenant((response, { requests }) => {
      response.writeHead(requests.length === 1 ? 500 : 200, later).end();
    });
    const other = await subscribeTenant();
    await own.change();
    const { id } = await own.untilDelivery(
      ({ status, attemptCount }) => status === 'pending' && attemptCount > 0,
    );
    const { pool } = running.database;
    await pool.query('update deliveries set next_attempt_at = now() where id = $1', [id]);
    const unlock = await lockDelivery(id);
    await pool.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
      `deliver:${id}`,
    ]);
    // The delivery was not claimed, and another job looks at it later.
    await waitUntil(() => isPostponed(id));
    for (const _ of [1, 2]) await other.changeUntilRecorded();
    expect(own.target.requests).toHaveLength(1);
    await unlock();
    await own.untilDelivery(({ status }) => status === 'succeeded');
    expect(own.target.requests).toHaveLength(2);
  });

  test('the outcomes of another tenant are recorded, and the locked one once afterwards', async () => {
    let respond: (() => void) | undefined;
    const own = await subscribeTenant((response) => {
      respond = () => response.writeHead(200).end();
    });
    const other = await subscribeTenant();
    await own.change();
    await waitUntil(() => respond !== undefined);
    const { id } = await own.untilDelivery(({ status }) => status === 'delivering');
    const unlock = await lockDelivery(id);
    respond?.();
    await waitUntil(isWaitingForLock);
    // The second one arrives while the outcome of the other tenant still waits.
    for (const _ of [1, 2]) await other.changeUntilRecorded();
    expect(await isWaitingForLock()).toBe(true);
    await unlock();
    const { attempts } = await own.untilDelivery(({ status }) => status === 'succeeded');
    expect([own.target.requests.length, attempts.length]).toEqual([1, 1]);
  });
});

type Respond = (response: ServerResponse, target: Pick<TestReceiver, 'requests'>) => void;

/** Creates a tenant with a webhook and a chat, and changes the chat to emit events. */
async function subscribeTenant(respond: Respond = (response) => void response.writeHead(200).end()) {
  const { database, now } = running;
  const events = useChatEvents({ database, tenant: await createTenant(database), now });
  const target: TestReceiver = await receiver((response) => respond(response, target));
  const webhook = await events.subscribe(target.url);
  const chat = await events.chat();
  const change = () => events.change(chat);
  const changeUntilRecorded = async () => {
    const before = target.requests.length;
    await change();
    await waitUntil(() => target.requests.length > before);
    await waitUntil(async () =>
      (await events.deliveriesOf(webhook)).every(({ status }) => status === 'succeeded'),
    );
  };
  const untilDelivery = (isRight: (delivery: LoggedDelivery) => boolean) =>
    events.untilDelivery(webhook, isRight);
  return { target, change, changeUntilRecorded, untilDelivery };
}

async function lockDelivery(id: string): Promise<() => Promise<void>> {
  const client = await running.database.pool.connect();
  await client.query('begin');
  await client.query('select from deliveries where id = $1 for update', [id]);
  let isLocked = true;
  const unlock = async () => {
    if (!isLocked) return;
    isLocked = false;
    await client.query('rollback');
    client.release();
  };
  unlocks.push(unlock);
  return unlock;
}

async function isPostponed(deliveryId: string): Promise<boolean> {
  const { rows } = await running.database.pool.query(
    `select from graphile_worker._private_jobs where key = $1 and run_at > now() + interval '500 ms'`,
    [`deliver:${deliveryId}`],
  );
  return rows.length > 0;
}

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await running.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
