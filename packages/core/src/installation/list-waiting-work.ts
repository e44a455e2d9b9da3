import { type Database, statement } from '@parley/database';

export interface WaitingWork {
  readonly task: string;
  readonly jobs: number;
  /** When the oldest of them became due. */
  readonly dueSince: Date;
}

/** Lists what the workers would do now, most jobs first. */
export function listWaitingWork({ sql }: Pick<Database, 'sql'>): Promise<readonly WaitingWork[]> {
  return sql(list, []);
}

const list = statement<WaitingWork>(
  'list-waiting-work',
  `select task_identifier as task, count(*)::int as jobs, min(run_at) as "dueSince"
   from graphile_worker.jobs where run_at <= now() and attempts < max_attempts
   group by task_identifier order by jobs desc, task`,
);
