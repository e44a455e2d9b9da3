import { beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createChat, createMessage, createToken, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { recordStatements } from '../../support/record-statements.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { unknownId } from './message-calls.js';

type Body = components['schemas']['MessageSearchRequest'];

export function describeAllMessages(stage: Stage, world: RenewableWorld): void {
  async function list(body: Body) {
    return expectStatus(await world.v3.call('searchMessages', { body }), 200).body;
  }

  async function texts(body: Body): Promise<(string | null)[]> {
    return (await list({ limit: 100, ...body })).data.map(({ text }) => text);
  }

  describe('searchMessages 200', () => {
    let elsewhere: Awaited<ReturnType<typeof createChat>>;

    beforeAll(async () => {
      await world.renew();
      elsewhere = await createChat(stage.database, world.tenant.id);
      const at = (day: number) => new Date(Date.UTC(2026, 10, day));
      await createMessage(stage.database, world.chat, { text: 'My parcel is delayed', timestamp: at(1) });
      await createMessage(stage.database, elsewhere, {
        ...{ text: 'Parcels were delivered', timestamp: at(2), sender: 'outbound', status: 'failed' },
        ...{ originType: 'campaign', originId: world.campaign.id },
      });
      await createMessage(stage.database, elsewhere, { text: null, type: 'image', timestamp: at(3) });
    });

    const [delayed, delivered] = ['My parcel is delayed', 'Parcels were delivered'];

    it('returns the newest messages of all chats, each as getMessage does, and the parameters of the search', async () => {
      const { data, pagination, query } = await list({ limit: 3 });
      expect(data.map(({ text }) => text)).toEqual([null, delivered, delayed]);
      expect(pagination).toEqual({ limit: 3, nextCursor: expect.stringMatching(/^[\w-]+$/) });
      expect(query).toEqual({ query: null, sortBy: null, search: null });
      const messageId = data[1]?.id ?? '';
      const read = await world.v3.call('getMessage', { params: { messageId } });
      expect(expectStatus(read, 200).body.data).toEqual(data[1]);
    });

    it('without a body returns the newest ten', async () => {
      const { data, pagination } = expectStatus(await world.v3.call('searchMessages', {}), 200).body;
      expect(data[0]).toMatchObject({ text: null, type: 'image', chatId: elsewhere.id });
      expect(pagination.limit).toBe(10);
    });

    it.each<[string, () => string, (string | null)[]]>([
      ['chat', () => `eq(chatId,"${elsewhere.id}")`, [null, delivered]],
      ['contact', () => `eq(contactId,"${elsewhere.contactId}")`, [null, delivered]],
      ['channel', () => `eq(channelId,"${elsewhere.channelId}")`, [null, delivered]],
      ['sender', () => `and(eq(sender,outbound),gte(timestamp,2026-11-01))`, [delivered]],
      ['type', () => 'eq(type,image)', [null]],
      ['status', () => 'eq(status,failed)', [delivered]],
      ['type of origin', () => 'eq(originType,campaign)', [delivered]],
      ['origin', () => `eq(originId,"${world.campaign.id}")`, [delivered]],
      ['time', () => 'and(gte(timestamp,2026-11-01),lt(timestamp,2026-11-03))', [delivered, delayed]],
      ['unknown contact', () => `eq(contactId,"${unknownId}")`, []],
    ])('finds messages by %s', async (_, query, expected) => {
      expect(await texts({ query: query() })).toEqual(expected);
    });

    it('finds words in all chats, together with a filter, with one statement more', async () => {
      const search = { search: 'parcel or parcels', sortBy: 'timestamp:asc' };
      const { result, statements } = await recordStatements(() => list(search));
      expect(result.data.map(({ text }) => text)).toEqual([delayed, delivered]);
      expect(result.query).toEqual({ query: null, ...search });
      expect(statements.filter((text) => !text.includes('api_keys'))).toHaveLength(2);
      expect(await texts({ search: 'parcel' })).toEqual([delayed]);
      expect(await texts({ ...search, query: 'eq(sender,outbound)' })).toEqual([delivered]);
    });

    it('finds other forms of a word in the language of the workspace', async () => {
      const { prisma } = stage.database;
      const where = { id: world.tenant.id };
      await prisma.tenant.update({ where, data: { searchLanguage: 'english' } });
      expect(await texts({ search: 'parcel' })).toEqual([delivered, delayed]);
      expect(await texts({ search: 'delaying' })).toEqual([delayed]);
      await prisma.tenant.update({ where, data: { searchLanguage: null } });
      expect(await texts({ search: 'delaying' })).toEqual([]);
    });

    it('pages leave nothing out and repeat nothing, although messages arrive in between', async () => {
      const expected = (await list({ limit: 100 })).data.map(({ id }) => id);
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor && { cursor }) });
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.pagination.nextCursor;
        await createMessage(stage.database, world.chat, { timestamp: new Date(Date.UTC(2026, 10, 5)) });
      } while (cursor !== null);
      expect(ids).toEqual(expected);
    });

    it('finds nothing of another workspace', async () => {
      const token = await createToken(stage.database, stage.other.tenant.id);
      const found = await stage.v3.call('searchMessages', { token, body: { search: 'parcel or parcels' } });
      expect(expectStatus(found, 200).body.data).toEqual([]);
    });

    it('finds nothing of a contact that was deleted', async () => {
      const params = { contactId: elsewhere.contactId };
      expectStatus(await world.v3.call('deleteContact', { params }), 200);
      expect(await texts({ search: 'parcels' })).toEqual([]);
      expect(await texts({ query: `eq(chatId,"${elsewhere.id}")` })).toEqual([]);
    });
  });

  describe('searchMessages 400', () => {
    beforeAll(world.renew);

    it('for each invalid part together', async () => {
      const wrongBody = { query: 'eq(text,"a")', sortBy: 'status', cursor: 'x', limit: 101, surprise: 1 };
      expect(errorKeys(await world.v3.call('searchMessages', { wrongBody }))).toEqual({
        query: 'invalid_string',
        sortBy: 'invalid_string',
        limit: 'too_big',
        surprise: 'unrecognized_keys',
      });
    });

    it('for words that are too long or contain U+0000', async () => {
      const wrongBody = { search: 'a'.repeat(256) };
      expect(errorKeys(await world.v3.call('searchMessages', { wrongBody }))).toEqual({ search: 'too_big' });
      const body = { search: 'a\u0000' };
      expect(errorKeys(await world.v3.call('searchMessages', { body }))).toEqual({
        search: 'invalid_string',
      });
    });

    it('for a cursor of another search or of a chat', async () => {
      const first = await list({ limit: 1 });
      const params = { chatId: world.chat.id };
      const ofChat = await world.v3.call('searchChatMessages', { params, body: { limit: 1 } });
      const cursors = [first.pagination.nextCursor, expectStatus(ofChat, 200).body.pagination.nextCursor];
      const message = 'The cursor belongs to another query, sortBy or search';
      for (const [at, cursor] of cursors.entries()) {
        const body = { cursor: cursor ?? '', ...(at === 0 && { search: 'parcel' }) };
        expect(expectStatus(await world.v3.call('searchMessages', { body }), 400).body).toEqual(
          invalid({ cursor: { key: 'invalid_string', message } }),
        );
      }
    });
  });

  describe('searchMessages 403', () => {
    it('without the scope messages:read', async () => {
      const token = await createToken(stage.database, stage.tenantId, { scopes: ['chats:read'] });
      const { body } = expectStatus(await stage.v3.call('searchMessages', { token, body: {} }), 403);
      expect(body.error).toMatchObject({ messageKey: 'forbidden', requiredScope: 'messages:read' });
    });
  });
}
