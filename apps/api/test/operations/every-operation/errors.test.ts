import { describe } from '@jest/globals';
import { describeAllErrorsAtOnce } from './errors/all-errors-at-once.js';
import { describeAllErrorsOfStoredRecords } from './errors/all-errors-of-stored-records.js';
import { describeFailures } from './errors/failures.js';
import { describeInvalidRequests } from './errors/invalid-requests.js';
import { describePermissions } from './errors/permissions.js';
import { describeUnauthorized } from './errors/unauthorized.js';
import { describeUnknownKeys } from './errors/unknown-keys.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('unauthorized', describeUnauthorized);
describe('permissions', describePermissions);
describe('unknown keys', describeUnknownKeys);
describe('invalid requests', describeInvalidRequests);
describe('all errors at once', describeAllErrorsAtOnce);
describe('all errors of stored records', describeAllErrorsOfStoredRecords);
describe('failures', describeFailures);
