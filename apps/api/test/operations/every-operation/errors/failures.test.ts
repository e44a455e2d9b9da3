import { describe } from '@jest/globals';
import { typicalOperations } from '../../support/every-operation.js';
import { describeFailures } from './failures.js';

describe('failures', () => describeFailures(typicalOperations));
