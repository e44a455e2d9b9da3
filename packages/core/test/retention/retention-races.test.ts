import { describe, expect, test } from '@jest/globals';
import { removeExpired } from '../../src/index.js';
import { removeLockedEvents } from '../../src/retention/remove-events.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { setRetention } from '../../src/tenants/administer-retention.js';
import { createChat, createMessage, createTenant, createWebhook } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, prisma, sizes } = useWorlds();
const day = 24 * 60 * 60 * 1_000;

describe('events', () => {
  /** Adds an event with a delivery. */
  async function addEvent(status: 'pending' | 'succeeded') {
    const { id: tenantId } = await createTenant(database);
    const { id: webhookId } = await createWebhook(database, tenantId);
    const { rows } = await database.pool.query<{ id: string }>(
      `with event as (
         insert into events (tenant_id, id, type, data) select $1, ${newIdSql('now()')}, 'chat.updated', '{}' returning id
       )
       insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, next_attempt_at)
       select $1, ${newIdSql('now()')}, id, $2, 'chat.updated', $3::delivery_status, now() from event
       returning event_id as id`,
      [tenantId, webhookId, status],
    );
    return { tenantId, id: rows[0]?.id ?? '' };
  }

  test('that got an unfinished delivery before they were locked are kept with it', async () => {
    const [resent, done] = [await addEvent('pending'), await addEvent('succeeded')];
    const keys = [
      [resent.tenantId, done.tenantId],
      [resent.id, done.id],
    ];
    expect(await database.sql(removeLockedEvents, keys)).toEqual([{ count: 1 }]);
    const where = { id: { in: [resent.id, done.id] } };
    expect((await prisma.event.findMany({ where })).map(({ id }) => id)).toEqual([resent.id]);
    const left = await prisma.delivery.findMany({ where: { eventId: where.id } });
    expect(left.map(({ eventId }) => eventId)).toEqual([resent.id]);
  });
});

describe('messages', () => {
  test('whose chat is locked, as by an erasure, are left for a later run; the removal waits for nobody', async () => {
    const { id: tenantId } = await createTenant(database);
    await setRetention(database, { tenant: tenantId, kind: 'messages', days: 365 });
    const [chat, other] = [await createChat(database, tenantId), await createChat(database, tenantId)];
    await createMessage(database, chat);
    const latest = await createMessage(database, chat);
    await createMessage(database, other);
    const remove = () => removeExpired(database, new Date(Date.now() + 366 * day), sizes);
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from chats where id = $1 for update', [chat.id]);
      await remove();
      const left = await prisma.message.findMany({ where: { tenantId } });
      expect(left.map(({ id }) => id)).toEqual([latest.id]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    await remove();
    expect(await prisma.message.count({ where: { tenantId } })).toBe(0);
    const chats = await prisma.chat.findMany({ where: { tenantId } });
    expect(chats.map(({ latestMessageId }) => latestMessageId)).toEqual([null, null]);
  });
});
