import type { NewHandle } from '../import/plan-import.js';
import type { ContactValues } from './contact-change.js';

/** What becomes of one contact. */
export interface ContactWrite {
  readonly contactId: string;
  readonly isNew: boolean;
  readonly values: ContactValues;
  /** Addresses that nobody has yet. */
  readonly newHandles: readonly NewHandle[];
  /** Of labels that exist. */
  readonly labelIds?: readonly string[];
  /** Of labels that are made when they do not exist. */
  readonly labelNames?: ReadonlySet<string>;
}
