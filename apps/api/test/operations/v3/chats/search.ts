import { beforeAll, describe, expect, it } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import type { components } from '@parley/contract/v3';
import {
  createChannel,
  createChat,
  createContact,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';

export function describeChatSearch(stage: Stage): void {
  type SearchRequest = components['schemas']['SearchRequest'];

  let token: string;
  let channelId: string;
  let contactIds: string[];

  /** Four chats of a separate tenant, numbered by their assignee; the higher the number, the newer. */
  beforeAll(async () => {
    const { id: tenantId } = await createTenant(stage.database);
    token = await createToken(stage.database, tenantId);
    ({ id: channelId } = await createChannel(stage.database, tenantId));
    const sms = await createChannel(stage.database, tenantId, { type: 'sms' });
    const chats = [
      {
        status: 'open',
        isUnread: true,
        unreadCount: 2,
        openUntil: new Date('2026-10-16T00:00:00Z'),
        channelId,
      },
      { status: 'closed', openUntil: new Date('2026-10-14T00:00:00Z'), channelId, assignedTeamId: 'team-1' },
      { status: 'snoozed', channelId: sms.id, assignedTeamId: 'team-2' },
      { status: 'open', channelId: sms.id },
    ] as const;
    const people = [
      { firstName: 'Ada', lastName: 'Berg', email: 'ada@customer.example' },
      { firstName: 'Grace', lastName: 'Hopper' },
      { firstName: 'Alan', lastName: 'Turing' },
      { firstName: null, lastName: null },
    ];
    contactIds = [];
    for (const [index, values] of chats.entries()) {
      const contact = await createContact(stage.database, tenantId, people[index]);
      contactIds.push(contact.id);
      const createdAt = new Date(Date.UTC(2026, 0, index + 1));
      await createChat(stage.database, tenantId, {
        ...values,
        contactId: contact.id,
        handleId: contact.handle.id,
        assignedUserId: `user-${index + 1}`,
        createdAt,
        updatedAt: new Date(Date.UTC(2026, 1, 9 - index)),
      });
    }
  });

  function search(body: SearchRequest) {
    return stage.v3.call('searchChats', { body, token });
  }

  async function found(body: SearchRequest): Promise<string> {
    const { data, pagination } = expectStatus(await search({ sortBy: 'createdAt', ...body }), 200).body;
    expect(pagination.total).toBe(data.length);
    return data.map(({ assignedUserId }) => assignedUserId?.at(-1)).join('');
  }

  describe('searchChats 200', () => {
    it('without a body returns the newest first, each as getChat does', async () => {
      const { body } = expectStatus(await stage.v3.call('searchChats', { token }), 200);
      expect(body.data.map(({ assignedUserId }) => assignedUserId)).toEqual([
        'user-4',
        'user-3',
        'user-2',
        'user-1',
      ]);
      const [first] = body.data;
      const read = await stage.v3.call('getChat', { params: { chatId: first?.id ?? '' }, token });
      expect(expectStatus(read, 200).body.data).toEqual(first);
    });

    it.each([
      ['eq(status,"open")', '14'],
      ['ne(status,open)', '23'],
      ['eq(isUnread,true)', '1'],
      ['lt(openUntil,2026-10-15)', '2'],
      ['isNull(openUntil)', '34'],
      ['eq(assignedUserId,"user-2")', '2'],
      ['isNull(assignedTeamId)', '14'],
      ['startsWith(assignedTeamId,"TEAM")', '23'],
      ['and(eq(status,open),eq(isUnread,true))', '1'],
      ['gte(updatedAt,2026-02-08)', '12'],
    ])('query %s finds %s', async (query, expected) => {
      expect(await found({ query })).toBe(expected);
    });

    it('finds the chats of a channel and of a contact, and none of another tenant', async () => {
      expect(await found({ query: `eq(channelId,"${channelId}")` })).toBe('12');
      expect(await found({ query: `eq(contactId,${contactIds[2]})` })).toBe('3');
      expect(await found({ query: `eq(channelId,"${stage.own.channel.id}")` })).toBe('');
    });

    it.each([
      [{ search: 'hopper' }, '2'],
      [{ search: 'ADA BERG' }, '1'],
      [{ search: 'ada@' }, '1'],
      [{ search: '+49151' }, '1234'],
      [{ search: 'a', query: 'eq(status,snoozed)' }, '3'],
      [{ search: '_' }, ''],
    ])('search matches the contact: %j finds %s', async (body, expected) => {
      expect(await found(body)).toBe(expected);
    });

    it('sorts by every field in both directions', async () => {
      for (const field of v3.operations.searchChats.sortFields) {
        const ascending = await found({ sortBy: `${field}:asc` });
        expect(ascending).toHaveLength(4);
        expect(await found({ sortBy: `desc(${field})` })).toBe([...ascending].reverse().join(''));
      }
      expect(await found({ sortBy: 'updatedAt:desc' })).toBe('1234');
    });
  });

  describe('searchChats 400', () => {
    it.each([
      ['query', 'eq(state,"open")', /^Expected a field \(id, .*\) at position 4, found "state"$/],
      ['query', 'eq(isUnread,1)', 'Expected true, false or null at position 13, found "1"'],
      ['sortBy', 'contact', /^Expected a field .* at position 1, found "contact"$/],
    ])('%s %s: reports the position and what was expected', async (param, text, message) => {
      const { body } = expectStatus(await search({ [param]: text }), 400);
      const expected = typeof message === 'string' ? message : expect.stringMatching(message);
      expect(body).toEqual(invalid({ [param]: { key: 'invalid_string', message: expected } }));
    });
  });
}
