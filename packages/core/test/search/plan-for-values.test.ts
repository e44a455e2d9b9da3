import { describe, expect, test } from '@jest/globals';
import { Parameters } from '../../src/search/parameters.js';
import { planForValues } from '../../src/search/plan-for-values.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

describe('a named statement that is run ten times', () => {
  // When this fails, PostgreSQL decides differently, and `planForValues` may no longer be needed (docs/decisions/0029).
  test('is planned for its values five times, and then has one plan for all values', async () => {
    expect(await countPlans('select from contacts where id = $1')).toEqual({ custom: 5, generic: 5 });
  });

  test('is planned for its values each time with the condition of a search', async () => {
    const parameters = new Parameters();
    parameters.add(null, 'uuid');
    const text = `select from contacts where id = $1 and ${planForValues(parameters)}`;
    expect(await countPlans(text, true)).toEqual({ custom: 10, generic: 0 });
  });
});

async function countPlans(text: string, ...more: unknown[]): Promise<{ custom: number; generic: number }> {
  const client = await worlds.database.pool.connect();
  try {
    for (let count = 0; count < 10; count += 1) {
      await client.query({ name: 'counted', text, values: [worlds.own.contact.id, ...more] });
    }
    const { rows } = await client.query(
      `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = 'counted'`,
    );
    return rows[0];
  } finally {
    // The connection keeps the statement, so it does not go back to the pool.
    client.release(true);
  }
}
