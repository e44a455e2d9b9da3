import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { laneFacts } from './lane-facts.js';
import { useLanes } from './support/use-lanes.js';

const { target, query, add, claimed } = useLanes();
const ofEachKind = { interactive: 20, bulk: 20 };
/** Two tenants whose ids have one hash. */
let first: string;
let second: string;

beforeAll(async () => {
  const { rows } = await query(
    `select array_agg(id order by id) as ids from (select md5(number::text)::uuid::text as id from generate_series(1, 3000) number) given
     group by ${hashOf('id')} having count(*) = 2 order by 1 limit 1`,
  );
  [first, second] = rows[0].ids;
});
beforeEach(() => createTenants(first, second));
afterEach(() => query('delete from tenants'));

describe('two tenants whose ids have one hash', () => {
  test.each([
    ['interactive', false],
    ['bulk', true],
  ])('each get half of the claims of %s jobs', async (_, isBulk) => {
    await add(first, 1_000, { isBulk });
    await add(second, 20, { isBulk });
    expect(await claimed(ofEachKind)).toEqual({ [first]: 10, [second]: 10 });
  });

  test('each get half of the claims of jobs that have become due', async () => {
    await add(first, 100, { dueIn: 3_600 });
    await add(second, 100, { dueIn: 3_600 });
    await query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`);
    expect(await claimed(ofEachKind)).toEqual({ [first]: 10, [second]: 10 });
  });

  test('share their jobs of an earlier release, which wait in the lane of the hash', async () => {
    await add(first, 3);
    await add(second, 3);
    await query(
      `update graphile_worker._private_jobs set priority = -2 - ${hashOf(`payload ->> 'tenantId'`)}`,
    );
    expect(await claimed(ofEachKind)).toEqual({ [first]: 3, [second]: 3 });
  });
});

describe('the lane of a tenant', () => {
  test('is that of no other tenant, and not the lane 0 of jobs without a tenant', async () => {
    await query('delete from tenants');
    await createTenants(...(await newIds(500)));
    const { lanes, largest, first } = await laneFacts(target.database);
    expect({ lanes, largest }).toEqual({ lanes: 500, largest: 1 });
    expect(first).toBeGreaterThan(0);
  });

  test('is far from the lanes of the tenants created before and after it', async () => {
    await query('delete from tenants');
    await createTenants(...(await newIds(100)));
    const { rows } = await query(
      `select max(lane - before) as "widest" from (
         select lane, lag(lane, 1, 0) over (order by lane) as before
         from (select parley_quiet.lane(id::text, true, null)::int as lane from tenants union all select 32767) own
       ) lanes`,
    );
    // The claims of a worker begin at lanes all over the range, and must not always reach the same tenants first.
    expect(rows[0].widest).toBeLessThan(3 * (32_767 / 100));
  });

  test('depends on the hash where the text is not the id of a tenant', async () => {
    await query('delete from tenants where id = $1', [first]);
    for (const text of [
      first,
      '',
      'busy',
      first.slice(1),
      `${first}0`,
      '-'.repeat(36),
      first.replace(/.$/, 'é'),
    ]) {
      const { rows } = await query(
        `select parley_quiet.lane($1, true, null) as bulk, parley_quiet.lane($1, false, null) as interactive,
           ${hashOf('$1::text')} as hash`,
        [text],
      );
      expect(rows).toEqual([
        { bulk: rows[0].hash, interactive: -2 - rows[0].hash, hash: expect.any(Number) },
      ]);
    }
  });
});

/** The lane of bulk work in earlier releases. */
function hashOf(text: string): string {
  return `(hashtext(${text}) & 2147483647) % 32767`;
}

async function newIds(count: number): Promise<string[]> {
  const { rows } = await query('select gen_random_uuid()::text as id from generate_series(1, $1::int)', [
    count,
  ]);
  return rows.map(({ id }) => id);
}

/** A process of an earlier release creates a tenant in the same way: it does not know the column of the number. */
async function createTenants(...ids: string[]): Promise<void> {
  await query(
    `insert into tenants (id, slug, name) select id::uuid, id, 'Tenant' from unnest($1::text[]) id`,
    [ids],
  );
}
