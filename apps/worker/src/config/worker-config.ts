import { EnvReader, type ProcessSettings, readProcessSettings } from '@parley/config';

/** Every setting of the worker process, validated. No other code of the worker reads the environment. */
export interface WorkerConfig extends ProcessSettings {
  /** Where partners reach the API, without a slash at the end. */
  readonly publicUrl: string;
  /** The port of the health check and the metrics; undefined: they are not served. */
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
