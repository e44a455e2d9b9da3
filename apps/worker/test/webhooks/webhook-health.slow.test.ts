import { describe, jest, test } from '@jest/globals';
import type { Chat, Webhook } from '@parley/database';
import { waitUntil } from '@parley/testkit/wait-until';
import { isAttempted } from '../support/add-delivery.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { bodyOf, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf } = useChatEvents(running);

describe('a webhook that keeps failing', () => {
  test('gets its backlog at once when it has recovered, not at the scheduled times', async () => {
    let isWell = false;
    const target = await receiver((response) => response.writeHead(isWell ? 200 : 503).end());
    const webhook = await subscribe(target.url);
    for (let count = 0; count < 5; count += 1) await change(await chat());
    await waitUntil(async () => (await deliveriesOf(webhook)).filter(isAttempted).length === 5);
    const resting = await holdBack(webhook);
    isWell = true;
    await waitUntil(() => target.requests.some((request) => bodyOf(request).data.id === resting.id));
  });

  /**
   * Returns the chat of a delivery that is the last one of a large backlog. On a slow machine the circuit can be half-open when
   * the delivery starts. The delivery is then the probe, which fails and opens the circuit for twice the time; the next one
   * waits.
   */
  async function holdBack(webhook: Webhook): Promise<Chat> {
    for (;;) {
      const resting = await chat();
      const known = (await deliveriesOf(webhook)).map(({ id }) => id);
      await change(resting);
      let isHeldBack = false;
      await waitUntil(async () => {
        isHeldBack = await postponeUnattempted(webhook);
        const added = (await deliveriesOf(webhook)).filter(({ id }) => !known.includes(id));
        return isHeldBack || (added.length === 1 && added.every(isAttempted));
      });
      if (isHeldBack) return resting;
    }
  }

  /** Returns whether there was a delivery without an attempt that waits. */
  async function postponeUnattempted(webhook: Webhook): Promise<boolean> {
    const { rowCount } = await running.database.pool.query(
      `with held_back as (
         update deliveries set next_attempt_at = next_attempt_at + interval '1 hour'
         where webhook_id = $1 and status = 'pending' and attempt_count = 0 and next_attempt_at > now() returning id
       )
       update graphile_worker._private_jobs set run_at = run_at + interval '1 hour'
       where key in (select 'deliver:' || id from held_back)`,
      [webhook.id],
    );
    return rowCount === 1;
  }
});
