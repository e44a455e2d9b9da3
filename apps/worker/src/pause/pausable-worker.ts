import { pauseAfterRestore, readPause, readServerPosition } from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Worker } from '../create-worker.js';
import { runPeriodically, type Stop } from '../recovery/run-periodically.js';
import type { PositionFile } from './position-file.js';

export interface PausableOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly positionFile: PositionFile;
  /** How often the worker looks whether it is paused. Default is two seconds. */
  readonly intervalMs?: number;
}

export interface PausableWorker extends Worker {
  /** Returns why the worker does not work now, or undefined when it does. It rejects without a database. */
  findObstacle(): Promise<string | undefined>;
}

/**
 * Runs a worker only while the installation is not paused. After a restore of the database the worker does not begin
 * before an operator has looked (`npm run worker -- resume`), because it would send again what was sent after the backup.
 */
export function createPausableWorker(worker: Worker, options: PausableOptions): PausableWorker {
  const { database, logger, positionFile, intervalMs = 2_000 } = options;
  const paused = new Gauge({
    name: 'parley_worker_paused',
    help: '1 while the worker is paused and claims no jobs.',
    registers: [worker.registry],
  });
  let isRunning = false;
  let warned = false;
  let stopWatching: Stop | undefined;

  async function follow(): Promise<void> {
    const pause = await readPause(database);
    paused.set(pause ? 1 : 0);
    if (pause && isRunning) {
      logger.error({ reason: pause.reason }, pausedMessage);
      isRunning = false;
      await worker.stop();
    } else if (!pause && !isRunning) {
      await worker.start();
      isRunning = true;
    }
    if (isRunning) await keepPosition();
  }

  async function keepPosition(): Promise<void> {
    try {
      await positionFile.write(await readServerPosition(database));
    } catch (err) {
      if (!warned) logger.warn({ err }, positionMessage);
      warned = true;
    }
  }

  return {
    id: worker.id,
    registry: worker.registry,
    async start() {
      await pauseAfterRestore(database, await positionFile.read());
      const pause = await readPause(database);
      if (pause) logger.error({ reason: pause.reason }, pausedMessage);
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
      if (isRunning) await keepPosition();
      isRunning = false;
      await worker.stop();
    },
  };
}

const pausedMessage =
  'the workers are paused and send nothing; look with "npm run worker -- status", then run "npm run worker -- resume"';
const positionMessage =
  'the position of the database cannot be kept in DATA_DIR, so a restore to an earlier moment will not be noticed';
