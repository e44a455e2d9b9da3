import { describe } from '@jest/globals';
import { describeForeignIds } from './foreign-ids.js';

describe('foreign ids', () => describeForeignIds('few'));
