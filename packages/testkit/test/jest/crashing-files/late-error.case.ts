import { it } from '@jest/globals';

it('passes', () => {
  setTimeout(() => {
    throw new Error('thrown when the test had passed');
  }, 100);
});
