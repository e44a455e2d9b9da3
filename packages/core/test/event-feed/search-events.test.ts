import { describe, expect, test } from '@jest/globals';
import {
  changeChatStatus,
  checkEventSearch,
  continueErasure,
  disableWebhook,
  eraseContact,
  newId,
  searchEvents,
  sendTestEvent,
  updateContact,
  updateMessageTemplate,
} from '../../src/index.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createContext } from '../test-context.js';
import { createChat, createMessageTemplate, createTenant, createWebhook, settleFeed } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createReader } from './read-feed.js';

const { database } = useWorlds();

/** A tenant with three events at different times: two of a chat, and one of its contact. */
async function createEvents() {
  const { id: tenantId } = await createTenant(database);
  const chat = await createChat(database, tenantId);
  const context = createContext(database, tenantId);
  await changeChatStatus(context, { chatId: chat.id, status: 'closed' });
  context.clock.advance(3 * 60 * 60 * 1_000);
  await updateContact(context, { contactId: chat.contactId, firstName: 'Grace' });
  context.clock.advance(3 * 60 * 60 * 1_000);
  await changeChatStatus(context, { chatId: chat.id, status: 'open' });
  // Some ids are created by the clock of this process, and not by the clock of the test.
  await database.pool.query(`update events set id = ${newIdSql('created_at')} where tenant_id = $1`, [
    tenantId,
  ]);
  await settleFeed(database.pool);
  return { tenantId, chat, context };
}

async function find(context: ReturnType<typeof createContext>, query: string) {
  const { records } = await searchEvents(context, { query, limit: 100 });
  return records.map(({ type, createdAt }) => `${type} ${createdAt.slice(11, 13)}`);
}

describe('a filter', () => {
  test('finds events by their type, chat, contact, id and time', async () => {
    const { chat, context } = await createEvents();
    const all = ['chat.updated 09', 'contact.updated 12', 'chat.updated 15'];
    expect(await find(context, '')).toEqual(all);
    expect(await find(context, 'eq(event,contact.updated)')).toEqual([all[1]]);
    expect(await find(context, 'in(event,chat.updated,message.sent)')).toEqual([all[0], all[2]]);
    expect(await find(context, 'startsWith(event,"chat.")')).toEqual([all[0], all[2]]);
    expect(await find(context, `eq(chatId,"${chat.id}")`)).toEqual([all[0], all[2]]);
    expect(await find(context, `eq(contactId,"${chat.contactId}")`)).toEqual(all);
    expect(await find(context, `eq(contactId,"${newId()}")`)).toEqual([]);
    const { records } = await searchEvents(context, {});
    expect(await find(context, `eq(id,"${records[1]?.id}")`)).toEqual([all[1]]);
  });

  test.each([
    ['gte(createdAt,"2026-11-14T12:30:00.000Z")', 1, 3],
    ['gt(createdAt,"2026-11-14T12:30:00.000Z")', 2, 3],
    ['lte(createdAt,"2026-11-14T12:30:00.000Z")', 0, 2],
    ['lt(createdAt,"2026-11-14T12:30:00.000Z")', 0, 1],
    ['eq(createdAt,"2026-11-14T12:30:00.000Z")', 1, 2],
    ['and(gt(createdAt,"2026-11-14T10:00Z"),lt(createdAt,"2026-11-14T14:00Z"))', 1, 2],
    ['or(lt(createdAt,"2026-11-14T10:00Z"),gt(createdAt,"2026-11-14T15:00Z"))', 0, 3],
    ['gte(createdAt,"2026-11-15")', 3, 3],
    ['lt(createdAt,"2026-11-14")', 0, 0],
  ])('%s', async (query, from, to) => {
    const { context } = await createEvents();
    const all = ['chat.updated 09', 'contact.updated 12', 'chat.updated 15'];
    const expected = query.startsWith('or') ? [all[0], all[2]] : all.slice(from, to);
    expect(await find(context, query)).toEqual(expected);
  });
});

test('the feed contains the change of a template that belongs to no channel', async () => {
  const { tenantId, context } = await createEvents();
  const { id } = await createMessageTemplate(database, tenantId);
  await updateMessageTemplate(context, { messageTemplateId: id, body: 'Good morning' });
  const [event] = (await createReader(context).pollUntil(4)).slice(3);
  expect(event).toMatchObject({
    type: 'message_template.updated',
    data: { id, body: 'Good morning', registration: null },
  });
});

describe('the feed does not contain', () => {
  test('test events, which only one webhook receives', async () => {
    const { tenantId, context } = await createEvents();
    const { id: webhookId } = await createWebhook(database, tenantId);
    await sendTestEvent(context, { webhookId });
    // An event after it is in the feed, so the test event would be too.
    await updateContact(context, { contactId: (await lastContact(context)) ?? '', firstName: 'Katherine' });
    const seen = await createReader(context).pollUntil(4);
    expect(seen.map(({ type }) => type)).toEqual([
      'chat.updated',
      'contact.updated',
      'chat.updated',
      'contact.updated',
    ]);
  });

  async function lastContact(context: ReturnType<typeof createContext>): Promise<string | undefined> {
    const { records } = await searchEvents(context, { query: 'eq(event,contact.updated)' });
    const [event] = records;
    return event?.type === 'contact.updated' ? event.data.id : undefined;
  }

  test.each(['message.received', 'channel.failing', 'message_template.updated'] as const)(
    'test events of a workspace that was imported or is older than the feed: %s',
    async (type) => {
      const { tenantId, context } = await createEvents();
      const { id: webhookId } = await createWebhook(database, tenantId, { events: [{ type }] });
      await sendTestEvent(context, { webhookId });
      await database.pool.query(
        'update events set position = default where tenant_id = $1 and position < 0',
        [tenantId],
      );
      await updateContact(context, { contactId: (await lastContact(context)) ?? '', firstName: 'Katherine' });
      const seen = await createReader(context).pollUntil(4);
      expect(seen.map(({ type }) => type).slice(2)).toEqual(['chat.updated', 'contact.updated']);
    },
  );

  test.each(['now', 'by an earlier release'])(
    'that a webhook was disabled %s; the events after it follow',
    async (when) => {
      const { tenantId, chat, context } = await createEvents();
      const { id: webhookId } = await createWebhook(database, tenantId);
      const now = context.now();
      await disableWebhook(database, { tenantId, webhookId, reason: 'gone', failingBefore: now, now });
      const { rows } = await database.pool.query(
        `select position::int from events where tenant_id = $1 and type = 'api_webhook.disabled'`,
        [tenantId],
      );
      expect(rows).toEqual([{ position: -1 }]);
      if (when !== 'now')
        await database.pool.query('update events set position = default where tenant_id = $1', [tenantId]);
      await updateContact(context, { contactId: chat.contactId, firstName: 'Katherine' });
      expect(await createReader(context).pollUntil(4)).toHaveLength(4);
    },
  );

  test('the events of a person who is being erased, except the deletions, before and after the job has run', async () => {
    const { chat, context } = await createEvents();
    // An erasure looks for events that are not older than the contact.
    await database.pool.query('delete from events where contact_id = $1', [chat.contactId]);
    context.clock.set(new Date());
    await updateContact(context, { contactId: chat.contactId, firstName: 'Katherine' });
    expect(await createReader(context).pollUntil(1)).toHaveLength(1);
    await eraseContact(context, chat.contactId);
    await settleFeed(database.pool);
    const deletions = [{ type: 'chat.deleted' }, { type: 'contact.deleted' }];
    expect((await searchEvents(context, {})).records).toMatchObject(deletions);
    expect(await continueErasure(context, chat.contactId)).toBe('completed');
    expect((await searchEvents(context, {})).records).toMatchObject(deletions);
  });

  test('events that are older than the retention of the workspace', async () => {
    const { tenantId, context } = await createEvents();
    const { pool } = database;
    await pool.query(`update tenants set retention_overrides = '{"events": 3}' where id = $1`, [tenantId]);
    context.clock.advance(30 * 24 * 60 * 60 * 1_000);
    expect((await searchEvents(context, {})).records).toEqual([]);
    await pool.query(`update tenants set retention_overrides = '{"events": 40}' where id = $1`, [tenantId]);
    expect((await searchEvents(context, {})).records).toHaveLength(3);
  });

  test('events of another tenant', async () => {
    await createEvents();
    const { id } = await createTenant(database);
    const { records, nextCursor } = await searchEvents(createContext(database, id), {});
    expect([records, nextCursor]).toEqual([[], null]);
  });
});

describe('pages', () => {
  test('leave nothing out and repeat nothing', async () => {
    const { context } = await createEvents();
    const whole = (await searchEvents(context, {})).records.map(({ id }) => id);
    for (const limit of [1, 2, 3, 4]) {
      const reader = createReader(context, { limit });
      await reader.poll();
      expect(reader.seen.map(({ id }) => id)).toEqual(whole);
    }
  });

  test('a cursor of another installation is refused, since positions differ there', async () => {
    const { context } = await createEvents();
    const { nextCursor, resumeCursor } = await searchEvents(context, { limit: 1 });
    const changeFeed = (id: string) => database.pool.query('update installation set feed_id = $1', [id]);
    const { rows } = await database.pool.query('select feed_id as id from installation');
    await changeFeed(newId());
    try {
      for (const cursor of [nextCursor ?? '', resumeCursor])
        await expect(searchEvents(context, { cursor })).rejects.toMatchObject({
          code: 'invalid_body_params',
          details: { invalidParams: { cursor: { message: 'The cursor belongs to another installation' } } },
        });
    } finally {
      await changeFeed(rows[0].id);
    }
    expect(await createReader(context, { cursor: nextCursor ?? '' }).pollUntil(2)).toHaveLength(2);
  });

  test('a cursor of another query is refused', async () => {
    const { context } = await createEvents();
    const { nextCursor } = await searchEvents(context, { limit: 1 });
    const request = { query: 'eq(event,chat.updated)', cursor: nextCursor ?? '' };
    expect(checkEventSearch(request)).toMatchObject({
      cursor: { key: 'invalid_string', message: 'The cursor belongs to another query, sortBy or search' },
    });
    expect(checkEventSearch({ cursor: 'x' })).toMatchObject({
      cursor: { message: 'Not a cursor of this operation' },
    });
    expect(checkEventSearch({ cursor: nextCursor ?? '' })).toEqual({});
  });
});
