import { describe } from '@jest/globals';
import { describeAutomationAuthoring } from './authoring.js';
import { describeAutomationRuns } from './runs.js';
import { describeAutomationSearch } from './search.js';
import { describeAutomationTriggers } from './trigger.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('automation triggers', describeAutomationTriggers);
describe('automation search', describeAutomationSearch);
describe('automation runs', describeAutomationRuns);
describe('automation authoring', describeAutomationAuthoring);
