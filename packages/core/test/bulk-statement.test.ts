import { expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { bulkStatement } from '../src/sql/bulk-statement.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

test('a bulk statement is declared, so that it is checked, and is sent without a name', async () => {
  const text = 'select count(*)::int as count from pg_prepared_statements';
  const count = bulkStatement<{ count: number }>('count-prepared-for-test', text);
  expect(declaredStatements.get('count-prepared-for-test')).toBe(text);
  expect(count).not.toHaveProperty('name', 'count-prepared-for-test');
  expect(await worlds.database.sql(count, [])).toEqual([{ count: expect.any(Number) }]);
});
