import { EnvReader, type ProcessSettings, readProcessSettings } from '@parley/config';

/** Every setting of the worker process, checked. No other code of it reads the environment. */
export interface WorkerConfig extends ProcessSettings {
  /** Where partners reach the API, without a slash at the end. */
  readonly publicUrl: string;
  /** Where the worker shows its health and its metrics; not set: nowhere. */
  readonly workerPort: number | undefined;
}

/** Throws one line that names every variable at fault and what is expected of it. */
export function parseWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const read = new EnvReader(env);
  const port = read.integer('PORT', { min: 0, max: 65_535 }) ?? 3_000;
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const config: WorkerConfig = {
    ...readProcessSettings(read),
    publicUrl: publicUrl.replace(/(?<!\/)\/+$/, ''),
    workerPort: read.integer('WORKER_PORT', { min: 0, max: 65_535 }),
  };
  read.refuseIfFaulty();
  return config;
}
