import {
  choices,
  integer,
  type ProcessSettings,
  parseEnv,
  processVariables,
  text,
  toProcessSettings,
} from '@parley/config';
import { type TaskGroup, taskGroups } from './task-groups.js';

/** Every setting of the worker process, validated. No other code of the worker reads the environment. */
export interface WorkerConfig extends ProcessSettings {
  /** The port of the health check and the metrics; when it is undefined, they are not served. */
  readonly workerPort: number | undefined;
  /** The address of that port. When it is undefined, the worker listens on all addresses. */
  readonly host: string | undefined;
  /** The tasks that this worker runs. Jobs of other tasks wait for other workers. */
  readonly taskGroups: readonly TaskGroup[];
}

const variables = processVariables.extend({
  HOST: text(),
  WORKER_PORT: integer({ min: 0, max: 65_535 }),
  WORKER_TASKS: choices(taskGroups),
});

/** The schema of each variable, by its name; read by the generator of the reference. */
export const workerVariables = variables.shape;

/** Throws an error of one line that names every invalid variable and its expected value. */
export function parseWorkerConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const values = parseEnv(variables, env);
  return {
    ...toProcessSettings(values),
    workerPort: values.WORKER_PORT,
    host: values.HOST,
    taskGroups: values.WORKER_TASKS ?? taskGroups,
  };
}
