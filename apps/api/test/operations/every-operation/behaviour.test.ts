import { describe } from '@jest/globals';
import { describeCheckedHandlers } from './behaviour/checked-handlers.js';
import { describeIdempotency } from './behaviour/idempotency.js';
import { describeOtherTenants } from './behaviour/other-tenants.js';
import { describePaging } from './behaviour/paging.js';
import { describeRateLimit } from './behaviour/rate-limit.js';
import { describeSearchBounds } from './behaviour/search-bounds.js';
import { describeSearches } from './behaviour/searches.js';
import { describeStatements } from './behaviour/statements.js';
import { describeSunset } from './behaviour/sunset.js';
import { describeUnchanged } from './behaviour/unchanged.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('rate limit', describeRateLimit);
describe('sunset', describeSunset);
describe('idempotency', describeIdempotency);
describe('statements', describeStatements);
describe('unchanged', describeUnchanged);
describe('other tenants', describeOtherTenants);
describe('searches', describeSearches);
describe('paging', describePaging);
describe('search bounds', describeSearchBounds);
describe('checked handlers', describeCheckedHandlers);
