import { EventEmitter } from 'node:events';
import type { Database } from '@parley/database';
import type { ClaimGate } from './claim-gate.js';
import { completeOrRelease } from './complete-or-release.js';
import { claimJobs, type FairClaims } from './fair-claims.js';
import { HeldJobs } from './held-jobs.js';
import { asPolled, asRetryable } from './outage-errors.js';
import type { ClaimedJob } from './surplus-jobs.js';

type Pool = Database['pool'];
type OnConnect = Parameters<Pool['connect']>[0];
type PoolClient = NonNullable<Parameters<OnConnect>[1]>;

/**
 * The pool of the queue, which runs our claim of jobs in place of the queue's own: the queue orders all jobs by one
 * number and knows no tenants. It also releases jobs whose completion cannot be recorded, and jobs of a claim whose response was lost. We recognise the queue's statements by their
 * names. If a later version uses other names, jobs are claimed lane after lane, and an outage delays the queue; tests
 * notice both.
 */
export function createClaimingPool(
  { pool, sessions }: Pick<Database, 'pool' | 'sessions'>,
  { claims, gate }: Pick<ClaimingOptions, 'claims' | 'gate'>,
): Pool {
  const held = new HeldJobs();
  return replacing(pool, {
    // The queue passes a callback only for the connection that listens.
    connect: (callback?: OnConnect) =>
      callback
        ? connectListener(sessions, watchingListener(gate, callback))
        : pool
            .connect()
            .catch(failingClient)
            .then((client) => claimingClient(client, { claims, held, pool, gate })),
  });
}

/** Notifications do not arrive through a pooler, so nothing listens, and the queue polls instead. */
function connectListener(sessions: Pool | undefined, callback: OnConnect): void {
  if (sessions) {
    sessions.connect(callback);
    return;
  }
  const client = Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }) });
  // The queue uses this client only to listen for notifications.
  callback(undefined, client as unknown as PoolClient, () => undefined);
}

/** The loss of the connection that listens is the first sign of a lost server, also where the claims use a pooler. */
function watchingListener(gate: ClaimGate, callback: OnConnect): OnConnect {
  return (error, client, release) => {
    if (client === undefined) gate.forget();
    else gate.follow(client);
    callback(error, client, release);
  };
}

interface ClaimingOptions {
  readonly claims: FairClaims;
  readonly held: HeldJobs;
  readonly pool: Pool;
  readonly gate: ClaimGate;
}

function claimingClient(client: PoolClient, options: ClaimingOptions): PoolClient {
  const { held, pool, gate } = options;
  return replacing(client, {
    query(query: unknown, ...others: unknown[]) {
      if (isNamed(query, 'get_job')) return asPolled(gate.watch(claim(client, options, query.values)));
      // The queue's own arguments, unchanged.
      const send = (to: Pick<PoolClient, 'query'>) => Reflect.apply(to.query, to, [query, ...others]);
      const ending = endingIds(query);
      if (ending === undefined) return asRetryable(gate.watch(send(client)));
      const jobs = held.ending(ending);
      const ended = isNamed(query, 'complete_job')
        ? // The connection of the first attempt may be broken, so a later one uses another.
          completeOrRelease({
            complete: () => send(client),
            completeAgain: () => send(pool),
            release: () => held.release(pool, jobs),
          })
        : send(client);
      return asRetryable(gate.watch(ended)).then(held.forgetting(jobs));
    },
  });
}

/** Returns the ids of the jobs that a statement of the queue ends or releases; undefined for any other statement. */
function endingIds(query: unknown): unknown[] | undefined {
  // The id of a job, or a list of ids.
  if (isNamed(query, 'complete_job')) return [query.values[0]].flat();
  if (isNamed(query, 'return_job')) return [query.values[1]].flat();
  if (isNamed(query, 'fail_job/')) return failedIds(query);
  return undefined;
}

/** The queue passes the failed jobs with their errors as JSON. */
function failedIds({ values: [, failures] }: NamedQuery): unknown[] {
  const list: { readonly jobId: unknown }[] = JSON.parse(String(failures));
  return list.map(({ jobId }) => jobId);
}

/** Whether a failed connection is retried depends on the statement, so the error is kept until the statement is known. */
function failingClient(error: unknown): PoolClient {
  const client = { query: () => Promise.reject(error), release: () => undefined };
  // The queue only sends statements with this client and releases it.
  return client as unknown as PoolClient;
}

async function claim(
  client: PoolClient,
  { claims, held, gate }: ClaimingOptions,
  [poolId, taskIds]: readonly unknown[],
): Promise<{ readonly rows: readonly unknown[] }> {
  if (!(await gate.allows(client))) return { rows: [] };
  for (let round = 1; ; round += 1) {
    const plan = claims.plan(poolId, taskIds);
    if (plan === undefined) return { rows: [] };
    const result = await held.claim(client, poolId, async () => {
      const { rows } = await client.query<ClaimedJob>({ ...claimJobs, values: [...plan.values] });
      claims.record(plan, rows);
      return { rows, surplus: claims.surplusOf(rows) };
    });
    if (result.rows.length > 0 || result.surplus.size === 0 || round === maxRounds) return result;
  }
}

/**
 * A claim that found only surplus is repeated up to this often, because other jobs can be behind it. The queue itself would
 * claim again a second later.
 */
const maxRounds = 16;

interface NamedQuery {
  readonly name: string;
  readonly values: readonly unknown[];
}

function isNamed(query: unknown, prefix: string): query is NamedQuery {
  return (
    typeof query === 'object' &&
    query !== null &&
    'name' in query &&
    typeof query.name === 'string' &&
    query.name.startsWith(prefix)
  );
}

/**
 * Returns the object with some of its methods replaced. The other methods are called on the original object, because it
 * has private state.
 */
function replacing<Target extends object>(
  target: Target,
  methods: Readonly<Record<string, unknown>>,
): Target {
  return new Proxy(target, {
    get(_, key) {
      if (typeof key === 'string' && key in methods) return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
