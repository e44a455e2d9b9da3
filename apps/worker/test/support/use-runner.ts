import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { ClaimGate } from '../../src/jobs/claim-gate.js';
import { FairClaims } from '../../src/jobs/fair-claims.js';
import { type RunnerTiming, startRunner } from '../../src/jobs/runner.js';

/**
 * Creates a queue with two tasks, `hold` and `finish`, whose table can be made unavailable; read the result inside
 * tests only.
 */
export function useRunner(timing?: RunnerTiming) {
  const target = useTestDatabase();
  let lines = '';
  let isDone = false;
  /** The names of the queues that have started. */
  const pools: string[] = [];
  /** For each running job of the task `hold`, the function that ends the job. */
  const held: (() => void)[] = [];

  useResource(
    () =>
      startRunner({
        database: target.database,
        logger: pino({}, { write: (line: string) => (lines += line) }),
        concurrency: 5,
        claims: new FairClaims({ concurrency: 5 }),
        gate: new ClaimGate(),
        onPool: (name) => pools.push(name),
        ...(timing && { timing }),
        taskList: {
          hold: () => new Promise<void>((resolve) => held.push(resolve)),
          finish() {
            isDone = true;
          },
        },
      }),
    (runner) => runner.stop(10_000),
  );

  const sql = (text: string) => target.database.pool.query(text);
  return {
    pools,
    held,
    log: () => lines,
    async add(task: 'hold' | 'finish', { inMs = 0 } = {}): Promise<void> {
      await sql(
        `select graphile_worker.add_job('${task}', run_at => now() + ${inMs} * interval '1 millisecond')`,
      );
    },
    untilFinished: () => waitUntil(() => isDone),
    /** Runs the work while no job can be completed. */
    async withoutTable(work: () => Promise<void>): Promise<void> {
      await sql('alter table graphile_worker._private_jobs rename to jobs_away');
      await work();
      await sql('alter table graphile_worker.jobs_away rename to _private_jobs');
    },
  };
}
