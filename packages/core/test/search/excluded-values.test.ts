import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { contacts, search } from '../../src/index.js';
import { defaultSizes } from '../../src/sizes.js';
import { createContext, type TestContext } from '../test-context.js';
import { createTenant } from '../testkit.js';
import { capturingOnly, explainStatement } from './explain-search.js';
import { early, late, type Person, people, storePeople } from './people-to-exclude.js';
import { createRandom } from './random-filter.js';

const { database } = useTestDatabase();
let context: TestContext;

beforeAll(async () => {
  const [{ id: tenantId }, { id: otherId }] = [await createTenant(database), await createTenant(database)];
  const sizes = { ...defaultSizes, walkedRows: 100, lookedUpRows: 20, countedRows: 10, comparedValues: 20 };
  context = { ...createContext(database, tenantId), sizes };
  for (const id of [tenantId, otherId]) await storePeople(database, id);
}, 120_000);

/** A filter with the people that it must find, computed without SQL. */
interface Known {
  readonly text: string;
  readonly matches: (person: Person) => boolean;
}

const holds = {
  contains: (value: string, part: string) => value.toLowerCase().includes(part.toLowerCase()),
  startsWith: (value: string, part: string) => value.toLowerCase().startsWith(part.toLowerCase()),
  eq: (value: string, other: string) => value === other,
  gt: (value: string, bound: string) => value > bound,
  gte: (value: string, bound: string) => value >= bound,
  lt: (value: string, bound: string) => value < bound,
  lte: (value: string, bound: string) => value <= bound,
} as const;

type Comparison = keyof typeof holds;

function compare(type: Comparison, field: string, value: string): Known {
  return {
    text: `${type}(${field},"${value}")`,
    matches: (person) => valuesOf(person, field).some((own) => holds[type](own, value)),
  };
}

function valuesOf(person: Person, field: string): string[] {
  const { phone, email, otherHandles, attributes, chats } = person;
  const values =
    field === 'handle'
      ? [phone, email, ...otherHandles.map(({ value }) => value)]
      : field === 'lastMessageAt'
        ? chats
        : [attributes[field.replace('attributes.', '')] ?? null];
  return values.filter((value) => value !== null);
}

const parts: readonly (readonly [field: string, ...parts: readonly string[]])[] = [
  ['handle', 'ada', 'ADA', '+49', '4915', 'other', 'grace', 'zz'],
  ['attributes.city', 'lin', 'köl', 'ber', '%', 'zz'],
  ['attributes.tail', 'lin', 'xx', '-paris'],
  ['attributes.note', 'lin', 'note', '99'],
];
const bounds = [early, late, '2026-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'];

const comparisons: readonly Known[] = [
  ...parts.flatMap(([field, ...texts]) =>
    texts.flatMap((text) => [compare('contains', field, text), compare('startsWith', field, text)]),
  ),
  ...bounds.flatMap((bound) =>
    (['gt', 'gte', 'lt', 'lte'] as const).map((type) => compare(type, 'lastMessageAt', bound)),
  ),
  compare('eq', 'attributes.city', 'Berlin'),
  compare('eq', 'handle', 'ada1@example.com'),
];

const negate = ({ text, matches }: Known): Known => ({
  text: `not(${text})`,
  matches: (person) => !matches(person),
});

/** The numbers of all people that a search finds, page by page, and its exact total. */
async function find(query: string): Promise<{ numbers: number[]; total: number }> {
  const numbers: number[] = [];
  for (let page = 0; ; page += 1) {
    const found = await search(context, contacts, { query, pagination: { limit: 50, page } });
    numbers.push(...found.records.map(({ firstName }) => Number(firstName)));
    if (found.records.length < 50) return { numbers, total: found.total };
  }
}

async function expectExact({ text, matches }: Known): Promise<void> {
  const numbers = people.filter(matches).map(({ number }) => number);
  expect({ text, ...(await find(text)) }).toEqual({
    text,
    numbers: numbers.toReversed(),
    total: numbers.length,
  });
}

describe('a filter that excludes values of other tables finds exactly the contacts without them', () => {
  test.each(comparisons.map((known) => [known.text, known] as const))('not(%s)', async (_, known) => {
    await expectExact(negate(known));
  });

  test('in any combination', async () => {
    const random = createRandom(14);
    const pick = () =>
      comparisons[Math.floor(random() * comparisons.length)] ?? negate(compare('eq', 'handle', ''));
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [negate(pick()), random() < 0.5 ? pick() : negate(pick())];
      await expectExact({
        text: `or(${one.text},${other.text})`,
        matches: (person) => one.matches(person) || other.matches(person),
      });
      await expectExact({
        text: `not(or(not(${one.text}),${other.text}))`,
        matches: (person) => one.matches(person) && !other.matches(person),
      });
    }
  });
});

describe('a filter that excludes almost all contacts', () => {
  test.each([
    ['compares the primary addresses first', 'not(contains(handle,"ada"))', /email ~~ /],
    ['compares each value of an attribute once', 'not(contains(attributes.city,"lin"))', /Recursive Union/],
    ['reads few messages', `not(gte(lastMessageAt,"${late}"))`, /messages_tenant_id_timestamp_id_idx/],
  ])('%s', async (_, query, read) => {
    const looking = capturingOnly(database, ({ text }) => text.startsWith('with walked'));
    const nodes = await explainStatement(database, async (capturing) => {
      const request = { query, pagination: { countUpTo: 1 } };
      await search({ ...context, database: looking(capturing) }, contacts, request);
    });
    expect(JSON.stringify(nodes)).toMatch(read);
  });
});
