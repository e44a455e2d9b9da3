import type { Database } from '@parley/database';
import type { Job } from 'graphile-worker';

type Connection = Pick<Database['pool'], 'query'>;
type ClaimedJob = Pick<Job, 'id' | 'priority' | 'payload'>;

/** Jobs that end: each id with the number of the claim that it belongs to. */
export type EndingJobs = ReadonlyMap<string, number>;

/**
 * The jobs that this process has claimed, and that have neither ended nor been released. A claim can be committed although its response was lost;
 * the queue would leave these jobs locked for four hours.
 */
export class HeldJobs {
  /** The number of the claim of each job. The process can claim a job again that it has released. */
  readonly #claims = new Map<string, number>();
  #claimCount = 0;
  #poolId: unknown;
  #isClaimLost = false;

  /** Claims jobs. Before that, it releases those of a claim whose response was lost; only one claim runs at a time. */
  async claim(
    connection: Connection,
    poolId: unknown,
    claim: () => Promise<{ rows: ClaimedJob[] }>,
  ): Promise<{ rows: ClaimedJob[] }> {
    this.#poolId = poolId;
    if (this.#isClaimLost) {
      await connection.query({ ...releaseOthers, values: [poolId, [...this.#claims.keys()]] });
    }
    this.#isClaimLost = true;
    const result = await claim();
    this.#isClaimLost = false;
    this.#claimCount += 1;
    for (const { id } of result.rows) this.#claims.set(id, this.#claimCount);
    return result;
  }

  /** Returns those of the jobs that this process holds, with their claims. */
  ending(ids: readonly unknown[]): EndingJobs {
    return new Map(ids.map((id) => [String(id), this.#claims.get(String(id)) ?? 0]));
  }

  /**
   * Releases jobs, so that they run again. It leaves those that another process has claimed, and those that this process
   * has claimed again: an earlier release can have succeeded although its response was lost.
   */
  release(connection: Connection, jobs: EndingJobs): Promise<unknown> {
    const ids = [...jobs].filter(([id, claim]) => this.#claims.get(id) === claim).map(([id]) => id);
    return connection.query({ ...releaseJobs, values: [this.#poolId, ids] });
  }

  /** Returns a function that notes that jobs have ended or were released, and returns its argument. */
  forgetting(jobs: EndingJobs): <Result>(result: Result) => Result {
    return (result) => {
      for (const [id, claim] of jobs) if (this.#claims.get(id) === claim) this.#claims.delete(id);
      return result;
    };
  }
}

/** The run is not counted as an attempt, because the job did not fail. */
const release = `update graphile_worker._private_jobs
  set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1) where locked_by = $1::text`;

const releaseJobs = { name: 'release-jobs', text: `${release} and id = any ($2::bigint[])` };

const releaseOthers = { name: 'release-jobs-of-lost-claim', text: `${release} and id <> all ($2::bigint[])` };
