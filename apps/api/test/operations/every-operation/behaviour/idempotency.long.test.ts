import { describe } from '@jest/globals';
import { everyOperation } from '../../support/every-operation.js';
import { describeIdempotency } from './idempotency.js';

describe('idempotency of every operation', () => describeIdempotency(everyOperation));
