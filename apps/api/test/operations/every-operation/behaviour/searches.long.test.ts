import { describe } from '@jest/globals';
import { fields } from './search-calls.js';
import { describeSearches } from './searches.js';

describe('searches with every function by every field', () => describeSearches(fields));
