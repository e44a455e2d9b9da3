import type { Database } from '@parley/database';
import type { Job } from 'graphile-worker';

type Connection = Pick<Database['pool'], 'query'>;

/** The jobs of a claim, and those that this worker releases at once, with the seconds after which they are due again. */
interface Claimed<ClaimedJob extends Pick<Job, 'id'>> {
  readonly rows: readonly ClaimedJob[];
  readonly surplus?: ReadonlyMap<ClaimedJob, number>;
}

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

  /**
   * Claims jobs, and releases the surplus for a while. Before that, it releases the jobs of a claim whose response, or whose
   * release, was lost; only one claim runs at a time.
   */
  async claim<ClaimedJob extends Pick<Job, 'id'>>(
    connection: Connection,
    poolId: unknown,
    claim: () => Promise<Claimed<ClaimedJob>>,
  ): Promise<Required<Claimed<ClaimedJob>>> {
    this.#poolId = poolId;
    if (this.#isClaimLost) {
      await connection.query({ ...releaseOthers, values: [poolId, [...this.#claims.keys()]] });
    }
    this.#isClaimLost = true;
    const { rows: claimed, surplus = new Map() } = await claim();
    if (surplus.size > 0) {
      const ids = [...surplus.keys()].map(({ id }) => id);
      await connection.query({ ...releaseForLater, values: [poolId, ids, [...surplus.values()]] });
    }
    this.#isClaimLost = false;
    this.#claimCount += 1;
    const rows = claimed.filter((job) => !surplus.has(job));
    for (const { id } of rows) this.#claims.set(id, this.#claimCount);
    return { rows, surplus };
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
const released = 'locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)';
const release = `update graphile_worker._private_jobs set ${released} where locked_by = $1::text`;

const releaseJobs = { name: 'release-jobs', text: `${release} and id = any ($2::bigint[])` };

/** The jobs stay in their lane, behind those that are due now; a claim moves those that are due after more than a second. */
const releaseForLater = {
  name: 'release-jobs-for-later',
  text: `update graphile_worker._private_jobs job set ${released}, run_at = now() + later.seconds * interval '1 second'
    from unnest($2::bigint[], $3::float8[]) later(id, seconds) where job.id = later.id and locked_by = $1::text`,
};

const releaseOthers = { name: 'release-jobs-of-lost-claim', text: `${release} and id <> all ($2::bigint[])` };
