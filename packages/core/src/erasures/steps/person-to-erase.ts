import type { Context } from '../../context.js';

/** A deleted contact whose data is not completely erased yet. */
export interface PersonToErase {
  readonly context: Context;
  readonly contactId: string;
}

/**
 * Erases one batch of a step. Returns where the next batch begins, or null at the end of the step, or that the step has to wait.
 * The first batch begins at undefined.
 */
export type EraseBatch = (
  person: PersonToErase,
  after: string | undefined,
) => Promise<string | null | PauseErasure>;

/** What an erasure waits for: jobs that still run, or a process that knows the object storage. */
export type ErasureObstacle = 'running_jobs' | 'object_storage';

/** The step begins again after some time, in another job. */
export class PauseErasure {
  readonly obstacle: ErasureObstacle;
  readonly pauseMs: number;

  constructor(obstacle: ErasureObstacle, pauseMs: number) {
    this.obstacle = obstacle;
    this.pauseMs = pauseMs;
  }
}
