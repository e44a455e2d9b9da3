import type { ImportEntry } from '../contacts/import/plan-import.js';

export interface Recipients {
  readonly contacts?: readonly ImportEntry[] | undefined;
  readonly contactIds?: readonly string[] | undefined;
}
