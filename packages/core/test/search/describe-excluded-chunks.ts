import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { contacts, search } from '../../src/index.js';
import type { Sizes } from '../../src/sizes.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createContext, type TestContext } from '../test-context.js';
import { createTenant } from '../testkit.js';

/**
 * Contacts are counted in chunks of one, two and then four times a size until one lacks a label, and then in chunks of this
 * size. After ten chunks that lack a label, the others are joined.
 */
export function describeExcludedChunks(sizes: Sizes): void {
  const { countedRows: chunk } = sizes;
  const count = 13.5 * chunk;
  const pageLimit = chunk / 10;

  /** Which contacts lack each label, by their number. The newest contacts have all labels. */
  const lacking: Readonly<Record<string, (number: number) => boolean>> = {
    'the first of all': (number) => number === 1,
    'the last row of a chunk, and the first of the next one': (number) =>
      number === 3 * chunk || number === 3 * chunk + 1,
    'a whole chunk': (number) => number > 3 * chunk && number <= 7 * chunk,
    'the last row of a large chunk, and the first rows of those after it': (number) =>
      [7 * chunk, 7 * chunk + 1, 8 * chunk + 1].includes(number),
    'exactly ten chunks': (number) => number <= 10 * chunk && number % chunk === chunk / 2,
    'more than ten chunks': (number) => number <= 12.4 * chunk && number % (0.4 * chunk) === 0,
    nobody: () => false,
  };
  const names = Object.keys(lacking);

  const { database } = useTestDatabase();
  let context: TestContext;

  beforeAll(async () => {
    const { id: tenantId } = await createTenant(database);
    context = { ...createContext(database, tenantId), sizes };
    const run = (text: string, ...values: unknown[]) => database.pool.query(text, [tenantId, ...values]);
    await run(
      `insert into contacts (tenant_id, id, first_name, created_at)
       select $1, ${newIdSql('at')}, n, at from (
         select n, timestamptz '2026-01-01T00:00Z' + n * interval '1 second' as at from generate_series(1, $2::int) n) numbered`,
      count,
    );
    for (const name of names) {
      await run(
        `with label as (insert into labels (tenant_id, id, name, color)
           values ($1, gen_random_uuid(), $2, '#7C3AED') returning id)
         insert into contact_labels (tenant_id, contact_id, label_id)
         select $1, contacts.id, label.id from contacts, label
         where tenant_id = $1 and first_name <> all ($3::text[])`,
        name,
        numbersLacking(name).map(String),
      );
    }
    await database.pool.query('vacuum analyze contacts, contact_labels');
  }, 120_000);

  function numbersLacking(...labels: readonly string[]): number[] {
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    return numbers.filter((number) => labels.some((name) => lacking[name]?.(number)));
  }

  async function expectFound(query: string, numbers: readonly number[]): Promise<void> {
    const { records, total } = await search(context, contacts, { query, pagination: { limit: pageLimit } });
    expect(total).toBe(numbers.length);
    const newest = numbers.toReversed().slice(0, pageLimit);
    expect(records.map(({ firstName }) => Number(firstName))).toEqual(newest);
  }

  describe('a filter that excludes a label finds exactly the contacts without it', () => {
    test.each(names)('lacking: %s', async (name) => {
      await expectFound(`not(eq(labelName,"${name}"))`, numbersLacking(name));
    });

    test.each(names.flatMap((one) => names.filter((other) => other > one).map((other) => [one, other])))(
      'lacking one of two: %s; %s',
      async (one = '', other = '') => {
        const query = `or(not(eq(labelName,"${one}")),not(eq(labelName,"${other}")))`;
        await expectFound(query, numbersLacking(one, other));
      },
    );
  });
}
