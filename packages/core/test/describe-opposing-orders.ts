import { describe, expect, test } from '@jest/globals';
import {
  claimDeliveries,
  deleteWebhook,
  disableWebhook,
  enqueueOverdueDeliveries,
  expediteDeliveries,
  newId,
  recordAttempts,
  recoverDeliveries,
  releaseDeliveries,
  resendDeliveries,
  settleUnclaimed,
  defaultSizes as sizes,
} from '../src/index.js';
import {
  countDeadlocks,
  failed,
  inAMinute,
  insertDelivery,
  now,
  pileUp,
  released,
} from './delivery-queue.js';
import type { Worlds } from './use-worlds.js';

const leaseMs = 60_000;

/** The order in which two statements lock is a matter of chance, so that each round may find what the last one did not. */
export function describeOpposingOrders(worlds: Worlds, rounds: number): void {
  describe('statements that write many deliveries and their jobs in opposing orders', () => {
    test('never deadlock, in any combination', async () => {
      const { database } = worlds;
      const before = await countDeadlocks(worlds.database);
      for (let round = 0; round < rounds; round += 1) {
        const { tenantId, webhookId, asked } = await pileUp(worlds.database, 300);
        const forward = asked();
        const backward = asked().reverse();
        const settled: PromiseSettledResult<unknown>[] = await Promise.allSettled([
          claimDeliveries(database, forward, { now, leaseMs }),
          claimDeliveries(database, backward, { now, leaseMs }),
          enqueueOverdueDeliveries(database, now, sizes),
          settleUnclaimed(database, backward, now),
        ]);
        settled.push(
          ...(await Promise.allSettled([
            releaseDeliveries(database, released(forward.slice(0, 200)), { now }),
            releaseDeliveries(database, released([...forward.slice(0, 200)].reverse()), { now }),
            recordAttempts(database, failed(backward, webhookId), { now }),
            recordAttempts(database, failed([...forward].reverse(), webhookId), { now }),
            recoverDeliveries(database.sql, { deadWorkerIds: [], maxAttempts: 9, now: inAMinute }),
            expediteDeliveries(database, { tenantId, webhookId, now, spacingMs: 10, sizes }),
          ])),
          ...(await Promise.allSettled([
            settleUnclaimed(database, forward, now),
            settleUnclaimed(database, backward, now),
            expediteDeliveries(database, { tenantId, webhookId, now, spacingMs: 10, sizes }),
            disableWebhook(database, { tenantId, webhookId, reason: 'gone', failingBefore: now, now }),
            recordAttempts(database, failed(forward, webhookId), { now }),
            deleteWebhook({ ...worlds.context(), tenantId }, webhookId),
          ])),
        );
        expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
      }
      expect(await countDeadlocks(worlds.database)).toBe(before);
    });

    test('never deadlock while deliveries are added and resent and their webhook is deleted', async () => {
      const { database } = worlds;
      const before = await countDeadlocks(worlds.database);
      for (let round = 0; round < rounds; round += 1) {
        const { tenantId, webhookId, asked } = await pileUp(worlds.database, 900);
        const context = { ...worlds.context(), tenantId };
        const key = [tenantId];
        await database.pool.query(
          `update deliveries set status = 'failed' where tenant_id = $1 and get_byte(uuid_send(id), 15) % 2 = 0`,
          key,
        );
        const failedOnes = { webhookId, from: '2000-01-01', to: '2100-01-01', status: 'failed' } as const;
        await resendDeliveries(context, failedOnes);
        const { rows } = await database.pool.query<{ eventId: string; deliveryId: string }>(
          'select event_id as "eventId", id as "deliveryId" from deliveries where tenant_id = $1 order by id desc',
          key,
        );
        const backward = rows.map((row) => ({ ...row, tenantId, leaseToken: newId() }));
        const forward = asked();
        const settled = await Promise.allSettled([
          claimDeliveries(database, backward, { now: inAMinute, leaseMs }),
          deleteWebhook(context, webhookId),
          ...[1, 2, 3].map(() => insertDelivery(database.pool, { tenantId, webhookId })),
          resendDeliveries(context, failedOnes),
          recordAttempts(database, failed(backward, webhookId), { now }),
          claimDeliveries(database, forward, { now: inAMinute, leaseMs }),
          settleUnclaimed(database, backward, now),
        ]);
        const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
        // A deleted or inactive webhook accepts nothing more.
        const expected = ['23503', 'api_webhook_not_found', 'api_webhook_not_active'];
        expect(reasons.filter(({ code }) => !expected.includes(code))).toEqual([]);
        expect(await database.prisma.delivery.count({ where: { tenantId } })).toBe(0);
      }
      expect(await countDeadlocks(worlds.database)).toBe(before);
    });
  });
}
