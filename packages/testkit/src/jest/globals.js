import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { failWaits } from '../wait-until.ts';

// Tests import this module as `@jest/globals`. Importers see a reassigned export at once, so a module that several test
// files share registers its hooks with the file that runs.
export let afterAll;
export let afterEach;
export let beforeAll;
export let beforeEach;
export let describe;
export let it;
export let test;

export const expect = jestExpect;

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

/** Called before each test file; resets the mocks of the previous file. The hooks run before those of the file. */
export function setGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = globals);
  mocker.restoreAllMocks();
  timers.useRealTimers();
  afterEach(failWaits);
  afterAll(failWaits);
}

export const jest = {
  advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
  fn: (...args) => mocker.fn(...args),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (milliseconds) => {
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = milliseconds;
  },
  spyOn: (...args) => mocker.spyOn(...args),
  useFakeTimers: (...args) => timers.useFakeTimers(...args),
  useRealTimers: () => timers.useRealTimers(),
};
