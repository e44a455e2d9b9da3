import { describe } from '@jest/globals';
import { everyOperation } from '../../support/every-operation.js';
import { describeSunset } from './sunset.js';

describe('sunset of every operation', () => describeSunset(everyOperation));
