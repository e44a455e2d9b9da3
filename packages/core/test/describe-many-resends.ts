import { describe, expect, test } from '@jest/globals';
import { resendDeliveries } from '../src/index.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { startTime } from './test-context.js';
import { createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const span = { from: startTime, to: new Date(Date.parse(startTime) + 3_600_000).toISOString() };

/** Resends 50 deliveries more than one call does. */
export function describeManyResends(resends: number): void {
  const worlds = useWorlds({ resends });

  describe('resend the deliveries of a period', () => {
    test(`resends ${resends.toLocaleString('en')} in one call and the rest in the next, even before the statistics include the first`, async () => {
      const { database, own } = worlds;
      const tenantId = own.tenant.id;
      const { id: webhookId } = await createWebhook(database, tenantId);
      await database.pool.query(
        `with event as (
         insert into events (tenant_id, id, type, data)
         select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, $4::int) returning id
       )
       insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, created_at, updated_at)
       select $1, ${newIdSql('now()')}, id, $2, 'chat.updated', 'failed', $3, $3 from event`,
        [tenantId, webhookId, startTime, resends + 50],
      );
      await database.pool.query('analyze deliveries');
      const counts: number[] = [];
      for (let call = 0; call < 3; call += 1) {
        const asked = { webhookId, ...span, status: 'failed' as const };
        counts.push((await resendDeliveries(worlds.context(), asked)).resentCount);
      }
      expect(counts).toEqual([resends, 50, 0]);
    });
  });
}
