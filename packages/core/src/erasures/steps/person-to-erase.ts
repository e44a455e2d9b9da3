import type { Context } from '../../context.js';

/** A deleted contact whose data is not completely erased yet. */
export interface PersonToErase {
  readonly context: Context;
  readonly contactId: string;
}
