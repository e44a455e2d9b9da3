import { type Database, type ShortLocks, sqlOn, statement, withShortLocks } from '@parley/database';
import { readServerPosition } from './server-position.js';

export interface Pause {
  readonly since: Date;
  readonly reason: string;
}

/** The place of the database (see `ServerPosition`) that the workers have accepted. */
export interface AcceptedPlace {
  readonly place: string;
  /** How often operators have resumed the workers. Positions that were kept before the last time no longer count. */
  readonly resumes: number;
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

/**
 * Pauses all workers because of what was read after so many resumes. An operator who has resumed them in the meantime has
 * accepted the state of the database, and is not overruled.
 */
export async function pauseUnlessResumed(
  { sql }: Pick<Database, 'sql'>,
  { reason, resumes }: { readonly reason: string; readonly resumes: number },
): Promise<void> {
  await sql(pauseIfUnchanged, [reason, resumes]);
}

/**
 * Ends the pause, and accepts the place where the database is now. The positions of all events that are recorded from now
 * on are after the positions that a reader of the feed has seen before, even if PostgreSQL numbers its transactions anew.
 * The lock waits for transactions that have recorded events with the old base, in short attempts: other transactions that
 * record events would wait behind it. Throws the error of the lock when such a transaction does not end.
 */
export async function resumeWorkers(database: Database, locks?: ShortLocks): Promise<void> {
  const { place } = await readServerPosition(database);
  const client = await database.pool.connect();
  const sql = sqlOn(client);
  const work = async () => {
    await sql(lockEvents, []);
    await sql(resume, [place]);
  };
  try {
    await withShortLocks(client, work, locks);
  } finally {
    client.release();
  }
}

/** Returns the accepted place of the database; the first call accepts the current one. */
export async function acceptFirstPlace(
  { sql }: Pick<Database, 'sql'>,
  place: string,
): Promise<AcceptedPlace> {
  const [accepted] = await sql(acceptFirst, [place]);
  return accepted ?? { place, resumes: 0 };
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

const pauseIfUnchanged = statement(
  'pause-workers-unless-resumed',
  `update installation set paused_at = now(), pause_reason = $1::text
   where paused_at is null and resumes = $2::int`,
);

const lockEvents = statement('lock-events', 'lock table events in share row exclusive mode');

/** More transactions than a server runs in its life, and few enough for millions of resumes. */
const positionsPerResume = 2 ** 40;

const resume = statement(
  'resume-workers',
  `insert into installation (place, resumes, event_position_base) values ($1::text, 1, ${positionsPerResume})
   on conflict (id) do update
     set place = excluded.place, resumes = installation.resumes + 1, paused_at = null, pause_reason = null,
       event_position_base = installation.event_position_base + ${positionsPerResume}`,
);

/** The statement writes only the first time, because every worker runs it every two seconds. */
const acceptFirst = statement<AcceptedPlace>(
  'accept-first-place',
  `with known as (
     select place, resumes from installation where place is not null
   ), accepted as (
     insert into installation (place) select $1::text where not exists (select from known)
     on conflict (id) do update set place = coalesce(installation.place, excluded.place)
     returning place, resumes
   )
   select place, resumes from known union all select place, resumes from accepted`,
);
