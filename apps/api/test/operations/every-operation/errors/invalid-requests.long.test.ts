import { describe } from '@jest/globals';
import { everyOperation } from '../../support/every-operation.js';
import { describeInvalidRequests } from './invalid-requests.js';

describe('invalid requests of every operation', () => describeInvalidRequests(everyOperation));
