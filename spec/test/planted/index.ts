import { equals } from './equals.js';
import { inDocuments } from './in-documents.js';
import { inEvents } from './in-events.js';
import { inLimits } from './in-limits.js';
import { inObjects } from './in-objects.js';
import { inOperations } from './in-operations.js';
import { inRequests } from './in-requests.js';
import { inUnknownKeys } from './in-unknown-keys.js';
import { inValues } from './in-values.js';
import { newBreaks } from './new-breaks.js';
import { newDiscriminators } from './new-discriminators.js';
import { newEquals } from './new-equals.js';
import { newKeywords } from './new-keywords.js';
import type { PlantedChange } from './planted-change.js';

/** Every planted change, with unique names. */
export const plantedChanges: readonly PlantedChange[] = [
  ...inObjects,
  ...inValues,
  ...inLimits,
  ...inOperations,
  ...inRequests,
  ...inEvents,
  ...inDocuments,
  ...inUnknownKeys,
  ...equals,
  ...newBreaks,
  ...newEquals,
  ...newKeywords,
  ...newDiscriminators,
];
