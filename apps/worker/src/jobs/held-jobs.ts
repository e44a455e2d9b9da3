import type { Database } from '@parley/database';
import type { Job } from 'graphile-worker';

type Pool = Pick<Database['pool'], 'query'>;
type ClaimedJob = Pick<Job, 'id' | 'priority' | 'payload'>;

/**
 * The jobs that this process has claimed and not given back. A claim can be committed although its response was lost;
 * the queue would leave these jobs locked for four hours.
 */
export class HeldJobs {
  readonly #pool: Pool;
  readonly #ids = new Set<string>();
  #poolId: unknown;
  #isClaimLost = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Claims jobs. Before that, it releases those of a claim whose response was lost; only one claim runs at a time. */
  async claim(
    poolId: unknown,
    claim: () => Promise<{ rows: ClaimedJob[] }>,
  ): Promise<{ rows: ClaimedJob[] }> {
    this.#poolId = poolId;
    if (this.#isClaimLost) await this.#pool.query({ ...releaseOthers, values: [poolId, [...this.#ids]] });
    this.#isClaimLost = true;
    const result = await claim();
    this.#isClaimLost = false;
    for (const { id } of result.rows) this.#ids.add(id);
    return result;
  }

  /** Releases jobs, so that they run again. Another process may have claimed one of them; it keeps the job. */
  release(ids: readonly unknown[]): Promise<unknown> {
    return this.#pool.query({ ...releaseJobs, values: [this.#poolId, ids] });
  }

  /** Returns a function that notes that jobs were given back, and returns its argument. */
  forgetting(ids: readonly unknown[]): <Result>(result: Result) => Result {
    return (result) => {
      for (const id of ids) this.#ids.delete(String(id));
      return result;
    };
  }
}

/** The run is not counted as an attempt, because the job did not fail. */
const release = `update graphile_worker._private_jobs
  set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1) where locked_by = $1::text`;

const releaseJobs = { name: 'release-jobs', text: `${release} and id = any ($2::bigint[])` };

const releaseOthers = { name: 'release-jobs-of-lost-claim', text: `${release} and id <> all ($2::bigint[])` };
