import { isId, type JobPayloads, type JobTask } from '@parley/core';
import type { WorkerDependencies } from './worker-dependencies.js';

/** A task whose payload has been checked; made by `defineTask`. */
export interface Task {
  readonly name: JobTask;
  /** Rejects with `BrokenPayloadError` when the payload is not one of this task; such a job is never tried again. */
  run(payload: unknown, dependencies: WorkerDependencies): Promise<void>;
  giveUp?(payload: unknown, dependencies: WorkerDependencies): Promise<void>;
}

interface TaskDefinition<Name extends JobTask> {
  readonly name: Name;
  /** Every key of the payload. */
  readonly payload: { readonly [Key in keyof JobPayloads[Name]]: 'id' };
  /**
   * May run twice for one job and on two workers at once. One that rejects is tried again later, several times,
   * and is then marked dead.
   */
  run(payload: JobPayloads[Name], dependencies: WorkerDependencies): Promise<void>;
  /** Called once the job is given up, so that what it stood for can be shown as failed. */
  giveUp?(payload: JobPayloads[Name], dependencies: WorkerDependencies): Promise<void>;
}

export function defineTask<Name extends JobTask>({
  name,
  payload: keys,
  run,
  giveUp,
}: TaskDefinition<Name>): Task {
  return {
    name,
    ...(giveUp && {
      // Only called for a payload that was found to be right.
      giveUp: (payload, dependencies) => giveUp(payload as JobPayloads[Name], dependencies),
    }),
    async run(payload, dependencies) {
      checkPayload(name, Object.keys(keys), payload);
      // Every key was found to be an id, and payloads consist of ids.
      await run(payload as JobPayloads[Name], dependencies);
    },
  };
}

/** The job can never be done, however often it is tried. */
export class BrokenPayloadError extends Error {
  constructor(task: string, fault: string) {
    super(`A job of "${task}" has a broken payload: ${fault}.`);
    this.name = 'BrokenPayloadError';
  }
}

function checkPayload(task: string, keys: readonly string[], payload: unknown): void {
  if (typeof payload !== 'object' || payload === null)
    throw new BrokenPayloadError(task, 'it is not an object');
  const values = new Map<string, unknown>(Object.entries(payload));
  for (const key of keys) {
    const value = values.get(key);
    if (typeof value !== 'string' || !isId(value)) throw new BrokenPayloadError(task, `${key} is not an id`);
  }
}
