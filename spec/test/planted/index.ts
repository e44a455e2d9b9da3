import { equals } from './equals.js';
import { inDocuments } from './in-documents.js';
import { inEvents } from './in-events.js';
import { inOperations } from './in-operations.js';
import { inSchemas } from './in-schemas.js';
import { newBreaks } from './new-breaks.js';
import { newEquals } from './new-equals.js';
import type { PlantedChange } from './planted-change.js';

/** Every planted change, with unique names. */
export const plantedChanges: readonly PlantedChange[] = [
  ...inSchemas,
  ...inOperations,
  ...inEvents,
  ...inDocuments,
  ...equals,
  ...newBreaks,
  ...newEquals,
];
