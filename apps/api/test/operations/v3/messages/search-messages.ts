import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createMessage, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { unknownId } from './message-calls.js';

export function describeMessageSearch(stage: Stage, world: RenewableWorld): void {
  describe('searchChatMessages with query, sortBy and search', () => {
    beforeEach(world.renew);

    function list(body: components['schemas']['MessagePageRequest']) {
      return world.v3.call('searchChatMessages', {
        params: { chatId: world.chat.id },
        body,
      });
    }

    async function write(): Promise<void> {
      const statuses = ['pending', 'sent', 'delivered', 'read', 'failed'] as const;
      for (let number = 0; number < 20; number += 1) {
        await createMessage(stage.database, world.chat, {
          text: `${number % 2 === 0 ? 'Order' : 'Offer'} ${number}`,
          sender: number % 4 === 0 ? 'inbound' : 'outbound',
          status: statuses[number % 5] ?? 'pending',
          timestamp: new Date(Date.UTC(2026, 9, 15, Math.floor(number / 6))),
        });
      }
    }

    it('200 with the results, page by page in the requested order, and the parameters of the search', async () => {
      await write();
      const search = { query: 'eq(sender,outbound)', sortBy: 'status:desc,timestamp:asc', search: 'ORDER' };
      const texts: (string | null)[] = [];
      let cursor: string | null = null;
      do {
        const response: Awaited<ReturnType<typeof list>> = await list({
          ...search,
          limit: 2,
          ...(cursor && { cursor }),
        });
        const { data, pagination, query } = expectStatus(response, 200).body;
        expect(query).toEqual(search);
        texts.push(...data.map(({ text }) => text));
        cursor = pagination.nextCursor;
      } while (cursor !== null);
      expect(texts).toEqual(['Order 14', 'Order 18', 'Order 2', 'Order 6', 'Order 10'].sort(byStatus));
    });

    /** Compares by the declared order, descending, and then by time; the number of a message determines both. */
    function byStatus(one: string, other: string): number {
      const [a = 0, b = 0] = [one, other].map((text) => Number(text.split(' ')[1]));
      return (b % 5) - (a % 5) || a - b;
    }

    it.each([
      ['another query', { query: 'eq(sender,inbound)', sortBy: 'status' }],
      ['another order', { query: 'eq(sender,outbound)', sortBy: 'status:desc' }],
      ['a search text', { query: 'eq(sender,outbound)', sortBy: 'status', search: 'Order' }],
      ['no search at all', {}],
    ])('400 invalid_string for a cursor that is used with %s', async (_, other) => {
      await write();
      const page = expectStatus(
        await list({ query: 'eq(sender,outbound)', sortBy: 'status', limit: 2 }),
        200,
      );
      const cursor = page.body.pagination.nextCursor ?? '';
      const message = 'The cursor belongs to another query, sortBy or search';
      expect(expectStatus(await list({ ...other, cursor }), 400).body).toEqual(
        invalid({ cursor: { key: 'invalid_string', message } }),
      );
    });

    it('400 reports the errors of the cursor, both expressions and the schema together', async () => {
      const wrongBody = { query: 'x', cursor: 'x', limit: 0, surprise: 1 };
      const params = { chatId: world.chat.id };
      const response = await world.v3.call('searchChatMessages', { params, wrongBody });
      expect(errorKeys(response)).toEqual({
        query: 'invalid_string',
        cursor: 'invalid_string',
        limit: 'too_small',
        surprise: 'unrecognized_keys',
      });
    });
  });

  describe('searchChatMessages errors', () => {
    beforeAll(world.renew);

    const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
    it.each([
      'x',
      '....',
      cursorOf('2026-10-15T09:30:00.000Z'),
      cursorOf(`2026-10-15T09:30:00.000Z/${unknownId}/1`),
      cursorOf(`yesterday/${unknownId}`),
      cursorOf(`infinity/${unknownId}`),
      cursorOf(`2026-10-15/${unknownId}`),
      cursorOf(`2026-10-15T09:30:00.000Z/'; drop table chats; --`),
      `${cursorOf(`2026-10-15T09:30:00.000Z/${unknownId}`)}=`,
    ])('400 invalid_string for the cursor %j', async (cursor) => {
      const params = { chatId: world.chat.id };
      const response = await world.v3.call('searchChatMessages', {
        params,
        body: { cursor },
      });
      const error = { key: 'invalid_string', message: 'Not a cursor of this operation' };
      expect(expectStatus(response, 400).body).toEqual(invalid({ cursor: error }));
    });

    it.each([
      [
        { limit: 0, cursor: '' },
        { limit: 'too_small', cursor: 'too_small' },
      ],
      [{ limit: 101 }, { limit: 'too_big' }],
      [{ limit: '10' }, { limit: 'invalid_type' }],
      [{ page: 1 }, { page: 'unrecognized_keys' }],
    ])('400 for %j', async (wrongBody, expected) => {
      const params = { chatId: world.chat.id };
      const response = await world.v3.call('searchChatMessages', { params, wrongBody });
      expect(errorKeys(response)).toEqual(expected);
    });

    it('404 chat_not_found', async () => {
      const params = { chatId: unknownId };
      const { body } = expectStatus(await world.v3.call('searchChatMessages', { params }), 404);
      expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
    });
  });
}
