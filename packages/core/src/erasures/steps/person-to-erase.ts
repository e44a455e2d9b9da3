import type { Context } from '../../context.js';

/** A deleted contact, of whom something is left. */
export interface PersonToErase {
  readonly context: Context;
  readonly contactId: string;
}
