import { it } from '@jest/globals';

it('passes', () => {
  process.env.PARLEY_LEFT_BEHIND = 'yes';
});
