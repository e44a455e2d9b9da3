import { v2 } from '@parley/contract/operations';
import { median } from '../measure/median.js';
import { readCpuMicros, readMemoryMb } from '../measure/process-facts.js';
import { type ServerName, startServer } from '../stage/start-server.js';
import { startWorker } from '../stage/start-worker.js';

export interface StartFigures {
  /** CPU time of the process until it is ready. */
  readonly cpuMs: number;
  readonly elapsedMs: number;
  readonly memoryMb: number;
}

/** Starts a server the requested number of times, and returns the medians at its first response. */
export function measureServerStart(
  name: ServerName,
  { databaseUrl, rounds }: StartOptions,
): Promise<StartFigures> {
  return measure(rounds, () => startServer(name, databaseUrl, { env: { V2_SUNSET_AT: v2Sunset } }));
}

/** Does the same with a worker, until it claims jobs. */
export function measureWorkerStart({ databaseUrl, rounds }: StartOptions): Promise<StartFigures> {
  return measure(rounds, () => startWorker(databaseUrl));
}

/** The date of the contract, so that the API starts as it does by default. */
const v2Sunset = v2.sunsetAt;

export interface StartOptions {
  readonly databaseUrl: string;
  readonly rounds: number;
}

interface Started {
  readonly pid: number;
  readonly startMs: number;
  stop(): Promise<void>;
}

async function measure(rounds: number, start: () => Promise<Started>): Promise<StartFigures> {
  const figures: StartFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = await start();
    const { pid, startMs: elapsedMs } = started;
    figures.push({
      cpuMs: (await readCpuMicros(pid)) / 1_000,
      elapsedMs,
      memoryMb: await readMemoryMb(pid),
    });
    await started.stop();
  }
  return {
    cpuMs: median(figures.map(({ cpuMs }) => cpuMs)),
    elapsedMs: median(figures.map(({ elapsedMs }) => elapsedMs)),
    memoryMb: median(figures.map(({ memoryMb }) => memoryMb)),
  };
}
