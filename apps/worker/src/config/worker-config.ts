import { integer, type ProcessSettings, parseEnv, processVariables, toProcessSettings } from '@parley/config';

/** Every setting of the worker process, validated. No other code of the worker reads the environment. */
export interface WorkerConfig extends ProcessSettings {
  /** The port of the health check and the metrics; when it is undefined, they are not served. */
  readonly workerPort: number | undefined;
}

const variables = processVariables.extend({ WORKER_PORT: integer({ min: 0, max: 65_535 }) });

/** Throws an error of one line that names every invalid variable and its expected value. */
export function parseWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const values = parseEnv(variables, env);
  return { ...toProcessSettings(values), workerPort: values.WORKER_PORT };
}
