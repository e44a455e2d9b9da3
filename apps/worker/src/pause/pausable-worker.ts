import { type KnownPosition, pauseAfterRestore, readPause } from '@parley/core';
import { type Database, sqlOn } from '@parley/database';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Worker } from '../create-worker.js';
import { runPeriodically, type Stop } from '../recovery/run-periodically.js';
import type { PositionFile } from './position-file.js';

export interface PausableOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly positionFile: PositionFile;
  /** How often the worker checks whether it is paused. Default is two seconds. */
  readonly intervalMs?: number;
}

export interface PausableWorker extends Omit<Worker, 'guardClaims'> {
  /**
   * Returns why the worker does not work now, or undefined when it does. It rejects when the database is unavailable.
   */
  findObstacle(): Promise<string | undefined>;
}

/**
 * Runs a worker only while the installation is not paused. After a restore of the database, or a failover to a server
 * that lacks the last transactions, the worker waits until an operator resumes it (`npm run worker -- resume`), because
 * it would send messages and deliveries a second time.
 */
export function createPausableWorker(worker: Worker, options: PausableOptions): PausableWorker {
  const { database, logger, positionFile, intervalMs = 2_000 } = options;
  const paused = new Gauge({
    name: 'parley_worker_paused',
    help: '1 while the worker is paused and claims no jobs.',
    registers: [worker.registry],
  });
  let isRunning = false;
  let hasWarned = false;
  let lastSeen: KnownPosition | undefined;
  let reported: string | undefined;
  let stopWatching: Stop | undefined;

  // The server can be replaced between two looks of `follow`, and the worker must not claim the jobs of a restored one.
  worker.guardClaims(async (connection) => {
    const sql = sqlOn(connection);
    const position = await pauseAfterRestore({ sql }, lastSeen);
    return position !== undefined && (await readPause({ sql })) === undefined;
  });

  async function follow(): Promise<void> {
    const position = await pauseAfterRestore(database, lastSeen);
    lastSeen = position ?? lastSeen;
    const pause = await readPause(database);
    paused.set(pause ? 1 : 0);
    if (pause && pause.reason !== reported) logger.error({ reason: pause.reason }, pausedMessage);
    reported = pause?.reason;
    if (pause && isRunning) {
      isRunning = false;
      await worker.stop();
    } else if (!pause && !isRunning) {
      await worker.start();
      isRunning = true;
    }
    if (isRunning && position) await keep(position);
  }

  async function keep(position: KnownPosition): Promise<void> {
    try {
      await positionFile.write(position);
    } catch (err) {
      if (!hasWarned) logger.warn({ err }, positionMessage);
      hasWarned = true;
    }
  }

  return {
    id: worker.id,
    registry: worker.registry,
    async start() {
      lastSeen = await positionFile.read();
      await positionFile.removeOldDrafts().catch((err) => logger.warn({ err }, draftMessage));
      await follow();
      stopWatching = runPeriodically(intervalMs, follow, { logger, name: 'looking for a pause' });
    },
    async findObstacle() {
      const pause = await readPause(database);
      if (pause) return `the workers are paused: ${pause.reason}`;
      return isRunning ? undefined : 'the worker is starting or stopping';
    },
    async stop() {
      await stopWatching?.();
      isRunning = false;
      await worker.stop();
    },
  };
}

const pausedMessage =
  'the workers are paused and send nothing; look with "npm run worker -- status", then run "npm run worker -- resume"';
const draftMessage = 'old drafts of the position of the write-ahead log cannot be removed from DATA_DIR';
const positionMessage =
  'the position of the write-ahead log cannot be stored in DATA_DIR, so a restore to an earlier moment will not be noticed';
