import { describe } from '@jest/globals';
import { describeForeignIds } from './foreign-ids.js';

describe('every combination of foreign ids', () => describeForeignIds('every'));
