import { afterEach } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';

interface Added {
  readonly isBulk?: boolean;
  /** When the job is due, in seconds from now. */
  readonly dueIn?: number;
  /** The number of deliveries of each job; the default is a job for something else. */
  readonly deliveries?: number;
}

interface Claim {
  interactive?: number;
  bulk?: number;
  after?: number;
  bulkAfter?: number;
  held?: [number, number];
  weight?: [lane: number, weight: number];
}

/** Creates a database for the tests of a file, with functions that add and claim jobs as the service does. */
export function useLanes() {
  const target = useTestDatabase();
  afterEach(() => query('truncate graphile_worker._private_jobs'));

  const query = (text: string, values: unknown[] = []) => target.database.pool.query(text, values);

  async function add(tenant: string, count: number, options: Added = {}): Promise<void> {
    const { isBulk = false, dueIn = 0, deliveries = 0 } = options;
    await query(
      `select parley_quiet.add_jobs(array_agg(('test', json_strip_nulls(json_build_object('tenantId', $1::text,
           'deliveryIds', (select array_agg(gen_random_uuid()) from generate_series(1, $5::int)))), null,
         now() + $4 * interval '1 second', null, null,
         parley_quiet.lane($1::text, $3, now() + $4 * interval '1 second'), null)::graphile_worker.job_spec))
       from generate_series(1, $2::int)`,
      [tenant, count, isBulk, dueIn, deliveries],
    );
  }

  /** Claims jobs as a worker does, and returns the number for each tenant. */
  async function claim(options: Claim) {
    const { interactive = 0, bulk = 0, after = -32_769, bulkAfter = -1, held, weight } = options;
    const columns = (pair: [number, number] | undefined) => (pair ? [[pair[0]], [pair[1]]] : [[], []]);
    const { rows } = await query(
      `select payload ->> 'tenantId' as tenant, count(*)::int as jobs, min(priority) as lane
       from parley_quiet.claim_jobs('a pool', array(select id from graphile_worker._private_tasks),
         $1::int[], $2::int[], $3::int[], $4::int[], 64, $5::int[], $6::int[])
       group by 1 order by 1`,
      [[interactive, bulk], [after, bulkAfter], ...columns(held), ...columns(weight)],
    );
    return rows as { tenant: string; jobs: number; lane: number }[];
  }

  async function claimed(options: Claim): Promise<Record<string, number>> {
    return Object.fromEntries((await claim(options)).map(({ tenant, jobs }) => [tenant, jobs]));
  }

  return {
    get target() {
      return target;
    },
    query,
    add,
    claim,
    claimed,
  };
}
