import { it } from '@jest/globals';

it('ends the process', () => process.exit(3));
