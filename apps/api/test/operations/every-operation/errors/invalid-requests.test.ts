import { describe } from '@jest/globals';
import { typicalOperations } from '../../support/every-operation.js';
import { describeInvalidRequests } from './invalid-requests.js';

describe('invalid requests', () => describeInvalidRequests(typicalOperations));
