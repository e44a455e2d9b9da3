import { type Database, statement } from '@parley/database';
import { readServerPosition } from './server-position.js';

export interface Pause {
  readonly since: Date;
  readonly reason: string;
}

/** Returns why the workers are paused, or undefined when they may work. */
export async function readPause({ sql }: Pick<Database, 'sql'>): Promise<Pause | undefined> {
  const [pause] = await sql(read, []);
  return pause;
}

/** Pauses all workers until somebody resumes them. A pause that already exists keeps its reason. */
export async function pauseWorkers({ sql }: Pick<Database, 'sql'>, reason: string): Promise<void> {
  await sql(pause, [reason]);
}

/** Ends the pause, and accepts the server that the database runs on now. */
export async function resumeWorkers(database: Pick<Database, 'sql'>): Promise<void> {
  const { systemIdentifier } = await readServerPosition(database);
  await database.sql(resume, [systemIdentifier]);
}

/** Returns the server on which the workers worked last; the first call records the current one. */
export async function recordFirstServer(
  { sql }: Pick<Database, 'sql'>,
  systemIdentifier: string,
): Promise<string> {
  const [known] = await sql(recordFirst, [systemIdentifier]);
  return known?.systemIdentifier ?? systemIdentifier;
}

/** Workers read this every two seconds, and at their start, when Prisma's client is not loaded yet. */
const read = statement<Pause>(
  'read-pause',
  'select paused_at as since, pause_reason as reason from installation where paused_at is not null',
);

const pause = statement(
  'pause-workers',
  `insert into installation (paused_at, pause_reason) values (now(), $1::text)
   on conflict (id) do update set
     pause_reason = case when installation.paused_at is null then excluded.pause_reason else installation.pause_reason end,
     paused_at = coalesce(installation.paused_at, excluded.paused_at)`,
);

const resume = statement(
  'resume-workers',
  `insert into installation (system_identifier) values ($1::text)
   on conflict (id) do update
     set system_identifier = excluded.system_identifier, paused_at = null, pause_reason = null`,
);

const recordFirst = statement<{ systemIdentifier: string }>(
  'record-first-server',
  `insert into installation (system_identifier) values ($1::text)
   on conflict (id) do update
     set system_identifier = coalesce(installation.system_identifier, excluded.system_identifier)
   returning system_identifier as "systemIdentifier"`,
);
