import { isId, type JobPayloads, type JobTask } from '@parley/core';
import { ofTenant } from '@parley/database';
import type { WorkerDependencies } from './worker-dependencies.js';

/** A task that checks its payload; created by `defineTask`. */
export interface Task {
  readonly name: JobTask;
  readonly sharesStatement?: boolean | undefined;
  readonly mayTakeLong?: boolean | undefined;
  readonly mostAtOnce?: number | undefined;
  /** Rejects with `InvalidPayloadError` when the payload is not valid for this task; such a job is never retried. */
  run(payload: unknown, dependencies: JobDependencies): Promise<void>;
  onDead?(payload: unknown, dependencies: JobDependencies): Promise<void>;
}

export type JobDependencies = Omit<WorkerDependencies, 'context'>;

type PayloadKind = 'id' | 'optional id' | 'optional text' | 'optional number' | 'ids';

type KindOf<Value> = undefined extends Value
  ? Value extends number | undefined
    ? 'optional number'
    : 'optional id' | 'optional text'
  : Value extends string
    ? 'id'
    : 'ids';

interface TaskDefinition<Name extends JobTask> {
  readonly name: Name;
  /** Whether a run only adds to a statement that it shares with other jobs; the default is no. */
  readonly sharesStatement?: boolean;
  /** Whether a run can take long, so that bulk jobs of this task leave slots to others; the default is no. */
  readonly mayTakeLong?: boolean;
  /** How many bulk jobs of this task a worker runs at a time; the default is as many as there are slots. */
  readonly mostAtOnce?: number;
  /** Every key of the payload. */
  readonly payload: { readonly [Key in keyof JobPayloads[Name]]-?: KindOf<JobPayloads[Name][Key]> };
  /**
   * May run twice for one job, and on two workers at once. The queue retries a run that rejects; after the last attempt
   * the job is dead.
   */
  run(payload: JobPayloads[Name], dependencies: WorkerDependencies): Promise<void>;
  /** Called once the job is dead, so that the record that the job was for can be shown as failed. */
  onDead?(payload: JobPayloads[Name], dependencies: WorkerDependencies): Promise<void>;
}

export function defineTask<Name extends JobTask>({
  name,
  payload: keys,
  run,
  onDead,
  ...needs
}: TaskDefinition<Name>): Task {
  return {
    name,
    ...needs,
    ...(onDead && {
      // `onDead` is called only for a payload that `run` has checked.
      onDead: (payload, dependencies) => {
        const checked = payload as JobPayloads[Name];
        return onDead(checked, forTenant(checked, dependencies));
      },
    }),
    async run(payload, dependencies) {
      checkPayload(name, Object.entries<PayloadKind>(keys), payload);
      // Every key of the payload was found to have the right type.
      const checked = payload as JobPayloads[Name];
      await run(checked, forTenant(checked, dependencies));
    },
  };
}

/** Every job belongs to a tenant, and sees no rows of others. */
function forTenant({ tenantId }: JobPayloads[JobTask], dependencies: JobDependencies): WorkerDependencies {
  const { now, sizes } = dependencies;
  const database = ofTenant(dependencies.database, tenantId);
  return { ...dependencies, database, context: { database, now, sizes, tenantId } };
}

/** The job can never succeed, however often it is retried. */
export class InvalidPayloadError extends Error {
  constructor(task: string, reason: string) {
    super(`A job of "${task}" has an invalid payload: ${reason}.`);
    this.name = 'InvalidPayloadError';
  }
}

function checkPayload(
  task: string,
  keys: readonly (readonly [key: string, kind: PayloadKind])[],
  payload: unknown,
): void {
  if (typeof payload !== 'object' || payload === null)
    throw new InvalidPayloadError(task, 'it is not an object');
  const values = new Map<string, unknown>(Object.entries(payload));
  for (const [key, kind] of keys) {
    const value = values.get(key);
    if (!isOfKind[kind](value)) throw new InvalidPayloadError(task, `${key} is not ${kindNames[kind]}`);
  }
}

const kindNames: Readonly<Record<PayloadKind, string>> = {
  id: 'an id',
  'optional id': 'an id',
  'optional text': 'a text',
  'optional number': 'a number',
  ids: 'a list of ids',
};

const isOfKind: Readonly<Record<PayloadKind, (value: unknown) => boolean>> = {
  id: isIdText,
  'optional id': (value) => value === undefined || isIdText(value),
  'optional text': (value) => value === undefined || typeof value === 'string',
  'optional number': (value) => value === undefined || typeof value === 'number',
  ids: (value) => Array.isArray(value) && value.length > 0 && value.every(isIdText),
};

function isIdText(value: unknown): boolean {
  return typeof value === 'string' && isId(value);
}
