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

/** The step begins again after some time, in another job. */
export class PauseErasure {
  readonly pauseMs: number;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }
}
