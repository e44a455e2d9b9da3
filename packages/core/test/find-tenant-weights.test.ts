import { expect, test } from '@jest/globals';
import { findTenantWeights } from '../src/index.js';
import { createTenant } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const { database } = useWorlds();

const laneOf = async (tenantId: string): Promise<number> => {
  const { rows } = await database.pool.query<{ lane: number }>(
    'select parley_quiet.lane($1::text, false, null) as lane',
    [tenantId],
  );
  return rows[0]?.lane ?? 0;
};

test('the lane of a tenant has the weight of its plan; lanes of the weight 1 are not listed', async () => {
  const [ultra, free] = [
    await createTenant(database, { plan: 'ultra' }),
    await createTenant(database, { plan: 'free' }),
  ];
  const found = await findTenantWeights(database, [
    ['free', 1],
    ['ultra', 3],
  ]);
  expect(found).toContainEqual({ lane: await laneOf(ultra.id), weight: 3 });
  expect(found.map(({ lane }) => lane)).not.toContain(await laneOf(free.id));
});
