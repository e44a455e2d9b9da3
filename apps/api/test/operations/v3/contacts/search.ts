import { beforeAll, describe, expect, it } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import type { components } from '@parley/contract/v3';
import {
  createAttribute,
  createChat,
  createMessage,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { searchedPeople } from './searched-people.js';

export function describeContactSearch(stage: Stage): void {
  type SearchRequest = components['schemas']['SearchRequest'];

  let token: string;
  let vipId: string;

  /** Creates the contacts of a separate tenant by the API. */
  beforeAll(async () => {
    const { id: tenantId } = await createTenant(stage.database);
    token = await createToken(stage.database, tenantId);
    for (const type of ['text', 'number', 'date', 'boolean'] as const) {
      await createAttribute(stage.database, tenantId, { externalId: type, type });
    }
    for (const person of searchedPeople) {
      stage.clock.advance(1_000);
      const body = { contacts: [person] };
      expectStatus(await stage.v3.call('upsertContacts', { body, token }), 200);
    }
    await write(tenantId, '+4915100000001', '2026-03-01');
    await write(tenantId, '+4915100000001', '2026-05-01');
    await write(tenantId, '+4915100000002', '2026-04-01');
    const label = await stage.database.prisma.label.findFirstOrThrow({ where: { tenantId, name: 'VIP' } });
    vipId = label.id;
  });

  /** Creates a chat with two messages, the second of which is its latest. */
  async function write(tenantId: string, value: string, timestamp: string): Promise<void> {
    const { database } = stage;
    const handle = await database.prisma.handle.findFirstOrThrow({ where: { tenantId, value } });
    const chat = await createChat(database, tenantId, { contactId: handle.contactId, handleId: handle.id });
    for (const at of ['2026-01-01', timestamp])
      await createMessage(database, chat, { timestamp: new Date(at) });
  }

  function search(body: SearchRequest) {
    return stage.v3.call('searchContacts', { body, token });
  }

  /** Returns the last digit of each phone number found; 3 for the contact without one. */
  async function found(body: SearchRequest): Promise<string> {
    const { data, pagination } = expectStatus(await search({ sortBy: 'createdAt', ...body }), 200).body;
    expect(pagination.total).toBe(data.length);
    return data.map(({ phoneNumber }) => phoneNumber?.at(-1) ?? '3').join('');
  }

  describe('searchContacts 200', () => {
    it('without a body returns the newest first, each as getContact does', async () => {
      const { body } = expectStatus(await stage.v3.call('searchContacts', { token }), 200);
      expect(body.data.map(({ phoneNumber }) => phoneNumber?.at(-1) ?? '3').join('')).toBe('54321');
      expect(body.pagination).toEqual({ page: 0, limit: 10, total: 5 });
      const [first] = body.data;
      const read = await stage.v3.call('getContact', { params: { contactId: first?.id ?? '' }, token });
      expect(expectStatus(read, 200).body.data).toEqual(first);
    });

    it.each([
      ['eq(firstName,"Ada")', '1'],
      ['or(eq(firstName,"Ada"),eq(lastName,"Ada"))', '14'],
      ['contains(email,"CUSTOMER")', '13'],
      ['contains(email,"50%")', '3'],
      ['startsWith(phoneNumber,"+4915")', '1245'],
      ['startsWith(lastName,"h")', '2'],
      ['eq(isSubscribed,false)', '3'],
      ['isNull(email)', '245'],
      ['gte(createdAt,2026-10-15T09:30:04Z)', '45'],
    ])('query %s finds %s', async (query, expected) => {
      expect(await found({ query })).toBe(expected);
    });

    it.each([
      ['eq(labelName,"VIP")', '1'],
      ['contains(labelName,"vip")', '12'],
      ['in(labelName,"VIP","Old")', '14'],
      ['ne(labelName,"VIP")', '2345'],
      ['not(eq(labelName,"Old"))', '235'],
      ['and(eq(labelName,"VIP"),eq(labelName,"Old"))', '1'],
      ['isNull(labelName)', '35'],
      ['eq(labelName,null)', '35'],
      ['in(labelName,null,"vip")', '235'],
      ['isNull(labelId)', '35'],
      ['gt(labelName,"VIP")', '2'],
    ])('labels: %s finds %s', async (query, expected) => {
      expect(await found({ query })).toBe(expected);
    });

    it('finds labels by id, and no labels of another tenant', async () => {
      expect(await found({ query: `eq(labelId,"${vipId}")` })).toBe('1');
      expect(await found({ query: `ne(labelId,${vipId})` })).toBe('2345');
      expect(await found({ query: `eq(labelId,"${stage.own.label.id}")` })).toBe('');
    });

    it.each([
      ['gte(lastMessageAt,2026-04-01)', '12'],
      ['gt(lastMessageAt,2026-04-01)', '1'],
      ['lt(lastMessageAt,2026-04-01)', '1'],
      ['lt(lastMessageAt,2026-02-01)', ''],
      ['not(gte(lastMessageAt,2026-05-01))', '2345'],
      ['isNull(lastMessageAt)', '345'],
    ])('the latest message of each chat: %s finds %s', async (query, expected) => {
      expect(await found({ query })).toBe(expected);
    });

    it.each([
      ['eq(handle,"+4915100000002")', '2'],
      ['eq(handle,"ada@customer.example")', '1'],
      ['in(handle,"+4915100000002","+4915100000004")', '24'],
      ['startsWith(handle,"+49")', '1245'],
      ['contains(handle,"customer")', '13'],
      ['ne(handle,"+4915100000002")', '1345'],
      ['isNull(handle)', ''],
    ])('handles: %s finds %s', async (query, expected) => {
      expect(await found({ query })).toBe(expected);
    });

    it.each([
      ['eq(attributes.text,"Berlin")', '1'],
      ['contains(attributes.text,"BERL")', '12'],
      ['startsWith(attributes.text,"b")', '12'],
      ['startsWith(attributes.text,"erl")', ''],
      ['ne(attributes.text,"Berlin")', '2345'],
      ['eq(attributes.text,10)', '3'],
      ['gt(attributes.text,"a")', '25'],
      [`eq(attributes.text,"${'x'.repeat(300)}y")`, '5'],
      [`eq(attributes.text,"${'x'.repeat(300)}z")`, ''],
      [`gt(attributes.text,"${'x'.repeat(300)}")`, '5'],
      [`lt(attributes.text,"${'x'.repeat(300)}z")`, '1235'],
      ['isNull(attributes.text)', '4'],
      ['eq(attributes.number,10)', '2'],
      ['eq(attributes.number,"10.0")', '2'],
      ['eq(attributes.number,-2.5)', '3'],
      ['gt(attributes.number,9)', '2'],
      ['gte(attributes.number,9)', '12'],
      ['lt(attributes.number,10)', '13'],
      ['lt(attributes.number,9)', '3'],
      ['and(gte(attributes.number,-3),lt(attributes.number,10))', '13'],
      ['in(attributes.number,9,10,11)', '12'],
      ['ne(attributes.number,9)', '2345'],
      ['in(attributes.number,null,9)', '145'],
      ['eq(attributes.date,2026-01-31)', '1'],
      ['lt(attributes.date,2026-02-01)', '1'],
      ['gte(attributes.date,"2026-02-01")', '2'],
      ['eq(attributes.boolean,true)', '1'],
      ['ne(attributes.boolean,true)', '2345'],
      ['eq(attributes.boolean,"false")', '2'],
      ['or(eq(attributes.boolean,false),eq(labelName,"VIP"))', '12'],
      ['not(and(gte(attributes.number,9),eq(attributes.text,"Berlin")))', '2345'],
    ])('attributes: %s finds %s', async (query, expected) => {
      expect(await found({ query })).toBe(expected);
    });

    it.each([
      [{ search: 'ada' }, '14'],
      [{ search: 'Ada Berg' }, '1'],
      [{ search: 'CUSTOMER.example' }, '13'],
      [{ search: '49151' }, '1245'],
      [{ search: '%' }, '3'],
      [{ search: 'ada', query: 'eq(labelName,"VIP")' }, '1'],
      [{ search: 'zzz' }, ''],
    ])('search matches names and addresses: %j finds %s', async (body, expected) => {
      expect(await found(body)).toBe(expected);
    });

    it('filters by every field, and sorts by every field that is not filter-only', async () => {
      const { filterFields, sortFields } = v3.operations.searchContacts;
      for (const field of Object.keys(filterFields)) {
        const name = field.replace('*', 'text');
        expect((await found({ query: `not(isNull(${name}))` })).length).toBeGreaterThan(0);
      }
      expect(sortFields).toEqual(Object.keys(filterFields).slice(0, 8));
      for (const field of sortFields) {
        const ascending = await found({ sortBy: `${field}:asc` });
        expect(await found({ sortBy: `desc(${field})` })).toBe([...ascending].reverse().join(''));
      }
    });
  });

  describe('searchContacts 400', () => {
    it.each([
      [
        'query',
        'eq(attributes.city,"Berlin")',
        /^Expected a field \(.*attributes\.\*\) at position 4, found "attributes.city"$/,
      ],
      [
        'query',
        'and(eq(firstName,"A"),eq(attributes.number,ten))',
        'Expected a number or null at position 44, found "ten"',
      ],
      ['query', 'eq(attributes.boolean,1)', 'Expected true, false or null at position 23, found "1"'],
      [
        'query',
        'eq(attributes.date,2026-02-30)',
        'Expected a date such as 2026-01-31 or null at position 20, found "2026-02-30"',
      ],
      [
        'query',
        'eq(attributes.date,"2026-02-01T10:00:00Z")',
        /^Expected a date such as 2026-01-31 or null at position 20/,
      ],
      [
        'query',
        'contains(attributes.number,1)',
        /^Expected a function that works on attributes\.number, a number \(eq, .*\) at position 1, found "contains"$/,
      ],
      [
        'query',
        'gt(attributes.boolean,true)',
        /^Expected a function that works on attributes\.boolean, a boolean \(eq, ne, in, isNull\) at position 1/,
      ],
      [
        'query',
        'eq(attributes.text,true)',
        /^Expected a string \(put true and false in quotes\) or null at position 20/,
      ],
      ['query', 'eq(attributes.,1)', /^Expected a field .* at position 4, found "attributes."$/],
      ['query', 'eq(attributes,1)', /^Expected a field .* at position 4, found "attributes"$/],
      ['query', 'eq(labels.VIP,1)', /^Expected a field .* at position 4, found "labels.VIP"$/],
      ['query', 'eq(labelId,VIP)', 'Expected an id (UUID) or null at position 12, found "VIP"'],
      ['query', 'eq(metadata,1)', /^Expected a field .* at position 4, found "metadata"$/],
      [
        'sortBy',
        'labelName',
        /^Expected a field \(id, createdAt, .*isSubscribed\) at position 1, found "labelName"$/,
      ],
      ['sortBy', 'handle:desc', /^Expected a field .* at position 1, found "handle:desc"$/],
      ['sortBy', 'attributes.text', /^Expected a field .* at position 1, found "attributes.text"$/],
    ])('%s %s: reports the position and what was expected', async (param, text, message) => {
      const { body } = expectStatus(await search({ [param]: text }), 400);
      const expected = typeof message === 'string' ? message : expect.stringMatching(message);
      expect(body).toEqual(invalid({ [param]: { key: 'invalid_string', message: expected } }));
    });

    it('an attribute of another tenant is unknown', async () => {
      const { externalId } = stage.own.attribute;
      const response = await search({ query: `eq(attributes.${externalId},"Berlin")` });
      expect(response.status).toBe(400);
    });
  });
}
