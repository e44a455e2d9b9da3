import { describe } from '@jest/globals';
import { typicalOperations } from '../../support/every-operation.js';
import { describeIdempotency } from './idempotency.js';

describe('idempotency', () => describeIdempotency(typicalOperations));
