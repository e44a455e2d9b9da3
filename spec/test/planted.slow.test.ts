import { describePlanted } from './planted/describe-planted.js';
import { findChanges } from './planted/find-changes.js';
import { plantedChanges } from './planted/index.js';

describePlanted(plantedChanges, findChanges);
