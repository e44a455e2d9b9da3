import { describe } from '@jest/globals';
import { everyOperation } from '../../support/every-operation.js';
import { describeFailures } from './failures.js';

describe('failures of every operation', () => describeFailures(everyOperation));
