import { beforeAll, describe, expect, test } from '@jest/globals';
import { type AutomationRecord, automations, newId, type SearchRequest, search } from '../../src/index.js';
import { declaredEnums } from '../../src/search/declared-enums.js';
import { expressionError, validationErrors } from '../refusals.js';
import { createContext } from '../test-context.js';
import { createAutomation, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createFilter, createRandom } from './random-filter.js';

const worlds = useWorlds();
const everything = { pagination: { limit: 100 } };

/** Names that would do harm, or be found by mistake, if they became part of a statement. */
const hostileNames = [
  `Robert'); drop table automations; --`,
  `' or '1'='1`,
  '$1',
  '100%',
  '100_',
  '100x',
  'back\\slash',
  'double"quote',
  'ÄÖÜ straße',
  '%',
  '_',
  '😀 emoji',
];

let tenantId: string;
let all: readonly AutomationRecord[];

beforeAll(async () => {
  const { database } = worlds;
  tenantId = (await createTenant(database)).id;
  const statuses = ['active', 'draft', 'inactive'] as const;
  const triggers = ['manual', 'chat_closed', 'label_added', 'message_received'] as const;
  const names = [...hostileNames, ...Array.from({ length: 24 }, (_, index) => `Welcome ${index % 7}`)];
  for (const [index, name] of names.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + (index % 9)));
    await createAutomation(database, tenantId, {
      name,
      status: statuses[index % 3] ?? 'active',
      triggerType: triggers[index % 4] ?? 'manual',
      triggerChannelId: index % 5 === 0 ? newId() : null,
      createdAt: at,
      updatedAt: at,
    });
  }
  all = (await find(everything)).records;
});

function find(request: SearchRequest) {
  return search(createContext(worlds.database, tenantId), automations, request);
}

async function namesOf(query: string): Promise<string[]> {
  const { records } = await find({ query, ...everything });
  return records.map(({ name }) => name).sort();
}

describe('search', () => {
  test('returns the newest ten of the tenant by default, ties by id, and the exact total', async () => {
    const result = await find({});
    const newestFirst = [...all].sort(
      (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id),
    );
    expect(result).toEqual({ records: newestFirst.slice(0, 10), page: 0, limit: 10, total: 36 });
  });

  test.each([
    [{ page: 3, limit: 10 }, 6],
    [{ page: 0, limit: 36 }, 36],
    [{ page: 1, limit: 36 }, 0],
    [{ page: 1_000_000, limit: 100 }, 0],
    [{ page: 11, limit: 3 }, 3],
    [{ limit: 1 }, 1],
  ])('page %j holds %i, and the total is still exact', async (pagination, count) => {
    const result = await find({ pagination });
    expect(result.records).toHaveLength(count);
    expect(result.total).toBe(36);
  });

  test('pages neither repeat nor leave out anything, whatever the order', async () => {
    for (const sortBy of [
      '',
      'status',
      'status:desc',
      'activeVersionId',
      'desc(activeVersionTriggerType),name',
    ]) {
      const pages = await Promise.all(
        [0, 1, 2, 3, 4].map((page) => find({ sortBy, pagination: { page, limit: 8 } })),
      );
      const ids = pages.flatMap(({ records }) => records.map(({ id }) => id));
      expect(new Set(ids).size).toBe(36);
    }
  });

  test('sorts by several keys, breaks ties by id in the last direction, and puts missing values last', async () => {
    const { records } = await find({ sortBy: 'status:asc,desc(createdAt)', ...everything });
    const statuses = declaredEnums.automation_status;
    const expected = [...all].sort(
      (a, b) =>
        statuses.indexOf(a.status) - statuses.indexOf(b.status) ||
        b.createdAt.localeCompare(a.createdAt) ||
        b.id.localeCompare(a.id),
    );
    expect(records.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    const byVersion = await find({ sortBy: 'activeVersionId', ...everything });
    const missing = byVersion.records.map(({ activeVersionId }) => activeVersionId === null);
    expect(missing.indexOf(true)).toBe(missing.filter((isMissing) => !isMissing).length);
  });

  test.each([
    ['contains(name,"WEL")', 24],
    ['startsWith(name,"welcome 0")', 4],
    ['startsWith(name,elcome)', 0],
    ['eq(name,"welcome 0")', 0],
    ['eq(name,"Welcome 0")', 4],
    ['contains(name,"")', 36],
    ['eq(status,active)', 12],
    ['ne(status,active)', 24],
    ['eq(status,"no such status")', 0],
    ['ne(status,"no such status")', 36],
    ['in(status,active,"no such status")', 12],
    ['isNull(activeVersionId)', 24],
    ['eq(activeVersionId,null)', 24],
    ['ne(activeVersionId,null)', 12],
    ['in(activeVersionTriggerType,null)', 24],
    ['ne(activeVersionTriggerType,manual)', 33],
    ['not(eq(activeVersionTriggerType,manual))', 33],
    ['not(not(eq(activeVersionTriggerType,manual)))', 3],
    ['and(gte(createdAt,2026-01-02),lt(createdAt,"2026-01-04T00:00:00Z"))', 8],
    ['eq(createdAt,2026-01-02T01:00:00+01:00)', 4],
    ['or(eq(status,draft),eq(status,inactive))', 24],
    ['', 36],
  ])('%s finds %i', async (query, count) => {
    expect(await find({ query })).toMatchObject({ total: count });
  });

  test.each(hostileNames)('%j is always treated as a value', async (name) => {
    const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`;
    expect(await namesOf(`eq(name,${quoted})`)).toEqual([name]);
    const holding = hostileNames.filter((other) => other.includes(name)).sort();
    expect(await namesOf(`contains(name,${quoted})`)).toEqual(holding);
    const { records } = await find({ search: name, ...everything });
    expect(records.map((record) => record.name).sort()).toEqual(holding);
    expect(await namesOf(`startsWith(name,${quoted})`)).toEqual(
      hostileNames.filter((other) => other.startsWith(name)).sort(),
    );
    expect(await find({})).toMatchObject({ total: 36 });
  });

  test('agrees with an evaluation without SQL, over 300 random filters', async () => {
    const seed = 20_261_114;
    const random = createRandom(seed);
    for (let round = 0; round < 300; round += 1) {
      const { text, matches } = createFilter(random, all);
      if (text.length > 2_000 || (text.match(/"\)|null\)|isNull/g)?.length ?? 0) > 50) continue;
      const { records, total } = await find({ query: text, ...everything });
      const expected = all.filter(matches).map(({ id }) => id);
      expect({ seed, text, found: records.map(({ id }) => id).sort() }).toEqual({
        seed,
        text,
        found: expected.sort(),
      });
      expect(total).toBe(expected.length);
    }
  });

  test('`search` finds a part of the name in any case, in combination with the filter', async () => {
    expect(await find({ search: 'wELCOME 1' })).toMatchObject({ total: 4 });
    expect(await find({ search: 'welcome', query: 'eq(status,draft)' })).toMatchObject({ total: 8 });
    expect(await find({ search: '' })).toMatchObject({ total: 36 });
  });

  test('400 on query and sortBy together, each with its position', async () => {
    await expect(find({ query: 'eq(name', sortBy: 'name:up', search: '\u0000' })).rejects.toMatchObject(
      validationErrors({ query: 'invalid_string', sortBy: 'invalid_string', search: 'invalid_string' }),
    );
    await expect(find({ query: 'eq(name' })).rejects.toMatchObject(
      expressionError('query', 'Expected "," and a value at position 8, found the end'),
    );
  });

  test('never finds what belongs to another tenant', async () => {
    const foreign = worlds.other.automation;
    for (const query of [`eq(id,${foreign.id})`, 'or(isNull(id),not(isNull(id)))', 'not(eq(name,x))']) {
      const { records } = await find({ query, ...everything });
      expect(records.map(({ id }) => id)).not.toContain(foreign.id);
    }
  });
});
