import { afterEach } from '@jest/globals';

/** Modules are shared by the test files of a process; what they register belongs to the file that calls them. */
export function useCounter(): { readonly ended: () => number } {
  let count = 0;
  afterEach(() => {
    count += 1;
  });
  return { ended: () => count };
}
