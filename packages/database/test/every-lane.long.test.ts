import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { laneFacts } from './lane-facts.js';

const target = useTestDatabase();

test('32,766 tenants have a lane each, none of them the lane 0 of jobs without a tenant; then lanes are shared', async () => {
  const { database } = target;
  const createTenants = (count: number) =>
    database.pool.query(
      `insert into tenants (id, slug, name)
       select id, id, 'Tenant' from (select gen_random_uuid() as id from generate_series(1, $1::int)) given`,
      [count],
    );
  await createTenants(32_766);
  expect(await laneFacts(database)).toEqual({ lanes: 32_766, largest: 1, first: 1, last: 32_766 });
  await createTenants(10);
  expect(await laneFacts(database)).toEqual({ lanes: 32_766, largest: 2, first: 1, last: 32_766 });
}, 120_000);
