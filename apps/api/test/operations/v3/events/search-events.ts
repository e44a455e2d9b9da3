import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventTypes } from '@parley/core';
import { createEvent, createMessage, createToken, expectStatus, settleFeed } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeEventSearch(stage: Stage, world: RenewableWorld): void {
  beforeEach(() => world.renew());

  async function search(body: { query?: string; cursor?: string; limit?: number } = {}) {
    await settleFeed(stage.database.pool);
    return expectStatus(await world.v3.call('searchEvents', { body }), 200).body;
  }

  describe('searchEvents 200', () => {
    it('returns what happened, oldest first, with the payload of a webhook', async () => {
      const params = { chatId: world.chat.id };
      expectStatus(await world.v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 200);
      const contact = { firstName: 'Grace' };
      expectStatus(
        await world.v3.call('updateContact', { params: { contactId: world.chat.contactId }, body: contact }),
        200,
      );
      const { data, pagination, query } = await search();
      const chat = expectStatus(await world.v3.call('getChat', { params }), 200).body.data;
      expect(data.map(({ event }) => event)).toEqual(['chat.updated', 'contact.updated']);
      const { contact: _, ...state } = chat;
      expect(data[0]).toMatchObject({
        tenantId: world.tenant.id,
        data: { ...state, contact: { id: chat.contactId } },
      });
      expect(data[1]).toMatchObject({ data: { id: chat.contactId, firstName: 'Grace' } });
      expect(pagination).toEqual({ limit: 10, nextCursor: null, resumeCursor: expect.any(String) });
      expect(query).toBeNull();
    });

    it('shows an event of every type', async () => {
      for (const type of eventTypes) await createEvent(stage.database, world.tenant.id, { type });
      const { data } = await search({ limit: 100 });
      expect(data.map(({ event }) => event)).toEqual(eventTypes);
    });

    it('shows every field of a campaign and a run, and null where there is no value', async () => {
      const id = world.campaign.id;
      const full = {
        messageTemplateId: id,
        mediaFileId: id,
        scheduledAt: startTime,
        recurrenceRules: ['FREQ=DAILY;COUNT=2'],
        timeZone: 'Europe/Berlin',
        variables: [{ name: 'offer', value: 'coat' }],
        audienceQuery: 'eq(labelName,"VIP")',
      };
      await createEvent(stage.database, world.tenant.id, { type: 'campaign.completed', data: full });
      await createEvent(stage.database, world.tenant.id, {
        type: 'campaign.failed',
        data: { segmentId: id },
      });
      await createEvent(stage.database, world.tenant.id, {
        type: 'automation.run_failed',
        data: { campaignId: id },
      });
      const bare = { chatId: null, startedAt: null };
      await createEvent(stage.database, world.tenant.id, { type: 'automation.run_failed', data: bare });
      const { data } = await search();
      expect(data.map((event) => event.data)).toMatchObject([
        { messageTemplateId: id, media: { fileId: id }, variables: { offer: 'coat' }, failureReason: null },
        { messageTemplateId: null, media: null, failureReason: { code: expect.any(String) } },
        { campaignId: id, error: { code: 'internal_error' } },
        bare,
      ]);
    });

    it('shows a failing channel of every type and provider', async () => {
      const channels = [
        { type: 'whatsapp', provider: 'whatsapp' },
        { type: 'instagram', provider: 'instagram' },
        { type: 'email', provider: 'email' },
        { type: 'sms', provider: 'sandbox' },
        { type: 'sms', provider: 'sms' },
      ];
      for (const data of channels)
        await createEvent(stage.database, world.tenant.id, { type: 'channel.failing', data });
      const { data } = await search();
      expect(data.map((event) => event.data)).toMatchObject(channels);
    });

    it('shows the cancellation of a message', async () => {
      const params = { messageId: world.scheduledMessage.id };
      const canceled = expectStatus(await world.v3.call('cancelMessage', { params }), 200).body.data;
      const [event] = (await search()).data;
      const { scheduledAt } = canceled;
      expect(event).toMatchObject({
        event: 'message.updated',
        data: { id: canceled.id, status: 'canceled', scheduledAt },
      });
    });

    it('continues after a page, and later after the end', async () => {
      for (let count = 0; count < 3; count += 1) await createEvent(stage.database, world.tenant.id);
      const first = await search({ limit: 2 });
      expect(first.data).toHaveLength(2);
      expect(first.pagination.resumeCursor).toBe(first.pagination.nextCursor);
      const second = await search({ limit: 2, cursor: first.pagination.nextCursor ?? '' });
      expect(second.data).toHaveLength(1);
      expect(second.pagination.nextCursor).toBeNull();
      const cursor = second.pagination.resumeCursor;
      expect((await search({ cursor })).data).toEqual([]);
      const { id } = await createEvent(stage.database, world.tenant.id);
      expect((await search({ cursor })).data.map((event) => event.id)).toEqual([id]);
    });

    it('returns the filter, and what it finds', async () => {
      await createEvent(stage.database, world.tenant.id, { type: 'message.received' });
      await createEvent(stage.database, world.tenant.id, { type: 'contact.updated' });
      const found = await search({ query: 'eq(event,contact.updated)' });
      expect(found.query).toBe('eq(event,contact.updated)');
      expect(found.data.map(({ event }) => event)).toEqual(['contact.updated']);
    });

    it('signs the URLs of files anew', async () => {
      const fileId = world.file.id;
      const attachments = [{ type: 'image', fileId, name: 'a.png', contentType: 'image/png', size: 1 }];
      await createMessage(stage.database, world.chat, { attachments });
      const params = { chatId: world.chat.id };
      expectStatus(await world.v3.call('markChatUnread', { params }), 200);
      const [event] = (await search()).data;
      const [attachment] =
        event?.event === 'chat.updated' ? (event.data.latestMessage?.attachments ?? []) : [];
      expect(attachment?.url).toMatch(/\/files\/[\w-]{116}$/);
    });
  });

  describe('searchEvents 400', () => {
    it('reports the errors of the query, the cursor and the schema together', async () => {
      const wrongBody = { query: 'x', cursor: 'x', limit: 0, sortBy: 'id' };
      expect(errorKeys(await world.v3.call('searchEvents', { wrongBody }))).toEqual({
        query: 'invalid_string',
        cursor: 'invalid_string',
        limit: 'too_small',
        sortBy: 'unrecognized_keys',
      });
    });

    it('for a cursor of another query', async () => {
      const { pagination } = await search();
      const body = { query: 'eq(event,chat.updated)', cursor: pagination.resumeCursor };
      const message = 'The cursor belongs to another query, sortBy or search';
      expect(expectStatus(await world.v3.call('searchEvents', { body }), 400).body).toEqual(
        invalid({ cursor: { key: 'invalid_string', message } }),
      );
    });
  });

  describe('searchEvents 403', () => {
    it('without the scope events:read, whatever other scopes the token has', async () => {
      const token = await createToken(stage.database, world.tenant.id, { scopes: ['api_webhooks:read'] });
      const { body } = expectStatus(await stage.v3.call('searchEvents', { token, body: {} }), 403);
      expect(body.error).toMatchObject({ requiredScope: 'events:read' });
    });
  });
}
