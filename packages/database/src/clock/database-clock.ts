import type pg from 'pg';

export interface DatabaseClock {
  /** The time of the database. It does not go backwards, except after a step of the database's own clock. */
  readonly now: () => Date;
  /** By how many milliseconds the clock of this process is ahead of the database's; negative when it is behind. */
  readonly skewMs: () => number;
  stop(): Promise<void>;
}

export interface ClockOptions {
  /** How often the clock of the database is read. Default is 10 s. */
  readonly intervalMs?: number;
  /** The clock of this process; tests replace it. */
  readonly systemNow?: () => number;
  /** Called when the clock could not be read. The last reading stays in use. */
  readonly onFailed?: (error: unknown) => void;
}

interface Reading {
  /** The time of the database, when the steady clock of this process showed `steadyMs`. */
  readonly databaseMs: number;
  readonly steadyMs: number;
  readonly roundTripMs: number;
}

/** A reading that took longer is less exact than an older one, unless that is as old as `keepMs`. */
const exactMs = 100;
const keepMs = 300_000;

/** A larger difference is a step of the database's clock, for example by a failover, and not the error of a reading. */
const stepMs = 2_000;

/**
 * Starts the clock of the database, for everything that is compared with stored times or with `now()` of the database.
 * Machines differ by seconds, and a lease or a job that one process writes is read by another. The clock is read now
 * and then, and continued with the steady clock of this process, so that a step of the system clock changes nothing. It
 * is off by at most half a round trip.
 */
export async function startDatabaseClock(pool: pg.Pool, options: ClockOptions = {}): Promise<DatabaseClock> {
  const { intervalMs = 10_000, systemNow = Date.now, onFailed } = options;
  let reading = await readClock(pool);
  let lastMs = 0;
  let running: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const next = await readClock(pool);
      const isOld = next.steadyMs - reading.steadyMs > keepMs;
      if (isOld || next.roundTripMs <= Math.max(exactMs, reading.roundTripMs)) reading = next;
    } catch (error) {
      onFailed?.(error);
    }
  }

  const timer = setInterval(() => {
    running ??= read().finally(() => {
      running = undefined;
    });
  }, intervalMs);
  timer.unref();
  const nowMs = () => reading.databaseMs + performance.now() - reading.steadyMs;

  return {
    now() {
      const currentMs = Math.floor(nowMs());
      // The clock of the database was set back. Processes that start now read the earlier time, so this clock goes back
      // too, instead of repeating its last time until the database has caught up.
      lastMs = lastMs - currentMs > stepMs ? currentMs : Math.max(lastMs, currentMs);
      return new Date(lastMs);
    },
    skewMs: () => systemNow() - nowMs(),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function readClock(pool: pg.Pool): Promise<Reading> {
  // A connection that has to be opened first would count as a long round trip.
  const client = await pool.connect();
  try {
    const startedMs = performance.now();
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const endedMs = performance.now();
    client.release();
    const steadyMs = (startedMs + endedMs) / 2;
    return { databaseMs: rows[0]?.ms ?? Date.now(), steadyMs, roundTripMs: endedMs - startedMs };
  } catch (error) {
    client.release(true);
    throw error;
  }
}
