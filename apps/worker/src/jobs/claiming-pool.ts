import { EventEmitter } from 'node:events';
import type { Database } from '@parley/database';
import { completeOrRelease } from './complete-or-release.js';
import { claimJobs, type FairClaims } from './fair-claims.js';
import { HeldJobs } from './held-jobs.js';
import { asPolled, asRetryable } from './outage-errors.js';

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
  claims: FairClaims,
): Pool {
  const held = new HeldJobs(pool);
  return replacing(pool, {
    // The queue passes a callback only for the connection that listens.
    connect: (callback?: OnConnect) =>
      callback
        ? connectListener(sessions, callback)
        : pool
            .connect()
            .catch(failingClient)
            .then((client) => claimingClient(client, { claims, held })),
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

function claimingClient(
  client: PoolClient,
  { claims, held }: { readonly claims: FairClaims; readonly held: HeldJobs },
): PoolClient {
  return replacing(client, {
    query(query: unknown, ...others: unknown[]) {
      if (isNamed(query, 'get_job')) return asPolled(claim(client, { claims, held }, query.values));
      // The queue's own arguments, unchanged.
      const send = () => Reflect.apply(client.query, client, [query, ...others]);
      if (isNamed(query, 'complete_job')) {
        // The id of a job, or a list of ids.
        const ids = [query.values[0]].flat();
        const release = () => held.release(ids);
        return asRetryable(completeOrRelease({ complete: send, release })).then(held.forgetting(ids));
      }
      if (isNamed(query, 'return_job'))
        return asRetryable(send()).then(held.forgetting([query.values[1]].flat()));
      if (isNamed(query, 'fail_job/')) return asRetryable(send()).then(held.forgetting(failedIds(query)));
      return asRetryable(send());
    },
  });
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
  { claims, held }: { readonly claims: FairClaims; readonly held: HeldJobs },
  [poolId, taskIds]: readonly unknown[],
): Promise<{ rows: unknown[] }> {
  const plan = claims.plan(poolId, taskIds);
  if (plan === undefined) return { rows: [] };
  const result = await held.claim(poolId, () => client.query({ ...claimJobs, values: [...plan.values] }));
  claims.record(plan, result.rows);
  return result;
}

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
