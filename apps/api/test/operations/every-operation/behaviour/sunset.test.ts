import { describe } from '@jest/globals';
import { typicalOperations } from '../../support/every-operation.js';
import { describeSunset } from './sunset.js';

describe('sunset', () => describeSunset(typicalOperations));
