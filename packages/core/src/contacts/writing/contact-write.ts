import type { NewHandle } from '../import/plan-import.js';
import type { ContactValues } from './contact-change.js';

/** The changes to one contact. */
export interface ContactWrite {
  readonly contactId: string;
  readonly isNew: boolean;
  readonly values: ContactValues;
  /** Addresses that no contact has yet. */
  readonly newHandles: readonly NewHandle[];
  /** Ids of labels that exist. */
  readonly labelIds?: readonly string[];
  /** Names of labels, which are created when they do not exist. */
  readonly labelNames?: ReadonlySet<string>;
}
