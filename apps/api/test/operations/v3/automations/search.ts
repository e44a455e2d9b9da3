import { beforeAll, describe, expect, it } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import type { components } from '@parley/contract/v3';
import { createAutomation, createChannel, createTenant, createToken, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';

export function describeAutomationSearch(stage: Stage): void {
  let token: string;
  let tenantId: string;
  let channelId: string;

  /** Twelve automations of a separate tenant; the lower the number, the older. */
  beforeAll(async () => {
    ({ id: tenantId } = await createTenant(stage.database));
    token = await createToken(stage.database, tenantId);
    ({ id: channelId } = await createChannel(stage.database, tenantId));
    const values = [
      { name: 'Welcome', triggerType: 'chat_opened', triggerChannelId: channelId },
      { name: 'welcome back', triggerType: 'chat_opened', status: 'draft' },
      { name: 'Goodbye', triggerType: 'chat_closed' },
      { name: '50% off', triggerType: 'manual', status: 'inactive' },
      { name: '500 things', triggerType: 'manual' },
      { name: 'under_score', triggerType: 'label_added' },
      { name: 'underXscore', triggerType: 'message_received', triggerChannelId: channelId },
      { name: 'quo"te \\ slash', triggerType: 'chat_assigned' },
      ...Array.from({ length: 4 }, () => ({ name: 'Twin', triggerType: 'manual' as const })),
    ] as const;
    for (const [index, value] of values.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, index + 1));
      await createAutomation(stage.database, tenantId, { ...value, createdAt, updatedAt: createdAt });
    }
  });

  function search(body: components['schemas']['SearchRequest'] = {}) {
    return stage.v3.call('searchAutomations', { body, token });
  }

  async function namesOf(body: components['schemas']['SearchRequest']): Promise<string[]> {
    const { data } = expectStatus(await search({ pagination: { limit: 100 }, ...body }), 200).body;
    return data.map(({ name }) => name);
  }

  describe('searchAutomations 200', () => {
    it('without a body returns the ten newest, the total, and null for parameters that were not sent', async () => {
      const { body } = expectStatus(await stage.v3.call('searchAutomations', { token }), 200);
      expect(body.data.map(({ name }) => name)).toEqual([
        ...Array.from({ length: 4 }, () => 'Twin'),
        'quo"te \\ slash',
        'underXscore',
        'under_score',
        '500 things',
        '50% off',
        'Goodbye',
      ]);
      expect(body.pagination).toEqual({ page: 0, limit: 10, total: 12 });
      expect(body.query).toEqual({ query: null, sortBy: null, search: null });
    });

    it('returns the eleven fields of an automation and no others, even if it is not active', async () => {
      const { body } = expectStatus(await search({ search: 'welcome', sortBy: 'name' }), 200);
      const fields = Object.keys(v3.operations.searchAutomations.filterFields).sort();
      for (const automation of body.data) expect(Object.keys(automation).sort()).toEqual(fields);
      const byName = new Map(body.data.map((automation) => [automation.name, automation]));
      const active = byName.get('Welcome');
      expect(active).toEqual({
        id: expect.any(String),
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        name: 'Welcome',
        status: 'active',
        activeVersionId: active?.latestVersionId,
        activeVersionTriggerType: 'chat_opened',
        activeVersionTriggerParametersChannelId: channelId,
        latestVersionId: expect.any(String),
        latestVersionTriggerType: 'chat_opened',
        latestVersionTriggerParametersChannelId: channelId,
      });
      expect(byName.get('welcome back')).toMatchObject({
        status: 'draft',
        activeVersionId: null,
        activeVersionTriggerType: null,
        activeVersionTriggerParametersChannelId: null,
        latestVersionTriggerType: 'chat_opened',
        latestVersionTriggerParametersChannelId: null,
      });
    });

    it('returns the parameters as they were sent', async () => {
      const asked = { query: ' eq( status , active ) ', sortBy: 'desc(name)', search: '' };
      const { body } = expectStatus(await search(asked), 200);
      expect(body.query).toEqual(asked);
    });

    it.each([
      ['', 12],
      ['eq(status,active)', 10],
      ['ne(status,"active")', 2],
      ['eq(status,archived)', 0],
      ['in(status,draft,"inactive")', 2],
      ['eq(name,"Welcome")', 1],
      ['eq(name,welcome)', 0],
      ['contains(name,"WEL")', 2],
      ['startsWith(name,"50%")', 1],
      ['contains(name,"r_s")', 1],
      ['eq(name,"quo\\"te \\\\ slash")', 1],
      ['isNull(activeVersionId)', 2],
      ['not(isNull(activeVersionTriggerParametersChannelId))', 2],
      ['eq(activeVersionTriggerType,null)', 2],
      ['ne(activeVersionTriggerType,manual)', 7],
      ['gte(createdAt,"2026-01-11T00:00:00.000Z")', 2],
      ['gt(createdAt,2026-01-11)', 1],
      ['lt(createdAt,"2026-01-03T01:00:00+01:00")', 2],
      ['lte(updatedAt,2026-01-03T00:00:00Z)', 3],
      [
        'and(eq(status,"active"),or(contains(name,"wel"),in(latestVersionTriggerType,manual,chat_closed)))',
        7,
      ],
      ['not(or(eq(name,Twin),eq(status,active)))', 2],
      ['eq(id,"0193a1e0-5c00-7000-8000-00000000ffff")', 0],
    ])('query %s finds %i', async (query, count) => {
      const { body } = expectStatus(await search({ query, pagination: { limit: 100 } }), 200);
      expect(body.pagination.total).toBe(count);
      expect(body.data).toHaveLength(count);
    });

    it('filters by every field and sorts by it in both directions', async () => {
      for (const field of Object.keys(v3.operations.searchAutomations.filterFields)) {
        const { body } = expectStatus(await search({ query: `not(isNull(${field}))`, sortBy: field }), 200);
        expect(body.pagination.total).toBeGreaterThan(0);
        const ascending = await namesOf({ sortBy: `${field}:asc` });
        expect(await namesOf({ sortBy: `desc(${field})` })).toEqual(ascending.reverse());
      }
    });

    it.each([
      ['createdAt', ['Welcome', 'welcome back']],
      ['createdAt:desc', ['Twin', 'Twin']],
      // In the order of the document: draft, active, inactive.
      ['asc(status),desc(createdAt)', ['welcome back', 'Twin']],
      ['desc(status),createdAt', ['50% off', 'Welcome']],
    ])('sortBy %s', async (sortBy, first) => {
      expect((await namesOf({ sortBy })).slice(0, 2)).toEqual(first);
    });

    it('search finds a part of the name in any case, without special characters, combined with the query', async () => {
      expect(await namesOf({ search: 'WELCOME', sortBy: 'createdAt' })).toEqual(['Welcome', 'welcome back']);
      expect(await namesOf({ search: '0%' })).toEqual(['50% off']);
      expect(await namesOf({ search: '_' })).toEqual(['under_score']);
      expect(await namesOf({ search: 'welcome', query: 'eq(status,draft)' })).toEqual(['welcome back']);
      expect(await namesOf({ search: "' or true --" })).toEqual([]);
    });

    it('pages omit nothing and repeat nothing, even among records with equal values', async () => {
      const ids: string[] = [];
      for (const page of [0, 1, 2, 3]) {
        const { body } = expectStatus(await search({ sortBy: 'name', pagination: { page, limit: 4 } }), 200);
        expect(body.pagination).toEqual({ page, limit: 4, total: 12 });
        ids.push(...body.data.map(({ id }) => id));
      }
      expect(ids).toHaveLength(12);
      expect(new Set(ids).size).toBe(12);
    });

    it('a page without a limit has ten items, a limit without a page starts at 0, and a page beyond the end is empty', async () => {
      const second = expectStatus(await search({ pagination: { page: 1 } }), 200).body;
      expect(second.pagination).toEqual({ page: 1, limit: 10, total: 12 });
      expect(second.data).toHaveLength(2);
      const three = expectStatus(await search({ pagination: { limit: 3 } }), 200).body;
      expect(three.pagination).toEqual({ page: 0, limit: 3, total: 12 });
      const far = expectStatus(await search({ pagination: { page: 1_000_000, limit: 100 } }), 200).body;
      expect(far).toMatchObject({ data: [], pagination: { page: 1_000_000, limit: 100, total: 12 } });
    });
  });

  describe('searchAutomations 400', () => {
    it.each([
      ['query', 'eq(status', 'Expected "," and a value at position 10, found the end'],
      ['query', 'eq(colour,"red")', /^Expected a field \(id, .*\) at position 4, found "colour"$/],
      ['query', 'drop(status)', /^Expected a function \(.*\) at position 1, found "drop"$/],
      ['query', 'eq(createdAt,"monday")', /^Expected a timestamp .* at position 14, found "monday"$/],
      ['query', 'eq(id,1)', 'Expected an id (UUID) or null at position 7, found "1"'],
      ['query', 'contains(createdAt,2026)', /^Expected a function that works on createdAt, .* at position 1/],
      ['query', "eq(name,'a')", /at position 9, found "'"$/],
      ['query', 'eq(name,"a', 'Expected the end of the string that begins at 9 at position 11'],
      ['query', 'eq(status,active))', 'Expected the end of the expression at position 18, found ")"'],
      [
        'query',
        `${'not('.repeat(10)}eq(name,a)${')'.repeat(10)}`,
        'Expected at most 10 levels at position 41',
      ],
      ['sortBy', 'name:down', 'Expected asc or desc after ":" at position 1, found "name:down"'],
      ['sortBy', 'name,colour', /^Expected a field \(.*\) at position 6, found "colour"$/],
      ['sortBy', 'name,', /at position 6, found the end$/],
      ['sortBy', 'name,name:desc', 'Expected each field only once at position 6, found "name:desc"'],
    ])('%s %s: reports the position and what was expected', async (param, text, message) => {
      const { body } = expectStatus(await search({ [param]: text }), 400);
      const expected = typeof message === 'string' ? message : expect.stringMatching(message);
      expect(body).toEqual(invalid({ [param]: { key: 'invalid_string', message: expected } }));
    });

    it('more than 50 conditions', async () => {
      const query = (count: number) => `or(${Array.from({ length: count }, () => 'eq(name,a)').join(',')})`;
      expectStatus(await search({ query: query(50) }), 200);
      expect(errorKeys(await search({ query: query(51) }))).toEqual({ query: 'invalid_string' });
    });

    it('reports the errors of query and sortBy together', async () => {
      const response = await search({ query: 'x', sortBy: 'y' });
      expect(errorKeys(response)).toEqual({ query: 'invalid_string', sortBy: 'invalid_string' });
    });

    it.each([
      [
        { query: 1, sortBy: [], search: {} },
        { query: 'invalid_type', sortBy: 'invalid_type', search: 'invalid_type' },
      ],
      [{ query: null }, { query: 'invalid_type' }],
      [{ query: ' '.repeat(2_001) }, { query: 'invalid_string' }],
      [{ search: 'a'.repeat(256) }, { search: 'too_big' }],
      [
        { pagination: { page: -1, limit: 0 } },
        { 'pagination.page': 'too_small', 'pagination.limit': 'too_small' },
      ],
      [
        { pagination: { page: 1_000_001, limit: 101 } },
        { 'pagination.page': 'too_big', 'pagination.limit': 'too_big' },
      ],
      [
        { pagination: { page: 1.5, limit: '10' } },
        { 'pagination.page': 'invalid_type', 'pagination.limit': 'invalid_type' },
      ],
      [
        { pagination: { size: 10 }, page: 1 },
        { 'pagination.size': 'unrecognized_keys', page: 'unrecognized_keys' },
      ],
      [{ search: 'a\0b' }, { search: 'invalid_string' }],
    ])('for %j', async (wrongBody, expected) => {
      expect(errorKeys(await stage.v3.call('searchAutomations', { wrongBody, token }))).toEqual(expected);
    });
  });
}
