import { afterAll, beforeAll, expect } from '@jest/globals';

/**
 * Opens something before the tests of the file, or of the `describe` around, and closes it afterwards. Tests are declared before
 * it exists, so read the result inside tests and hooks only.
 */
export function useResource<Resource extends object>(
  open: () => Promise<Resource>,
  close: (resource: Resource) => unknown = () => {},
): Resource {
  const closings = findClosings();
  let resource: Resource | undefined;
  beforeAll(async () => {
    closings.push(() => resource && close(resource));
    resource = await open();
  });
  afterAll(async () => {
    await closings.pop()?.();
  });
  return bindLate(() => resource);
}

/**
 * How to close what a file has open, the latest last. Jest runs `afterAll` in the order of definition, but a resource must be
 * closed before those that it uses.
 */
const closingsOfFiles = new Map<string | undefined, (() => unknown)[]>();

function findClosings(): (() => unknown)[] {
  const { testPath } = expect.getState();
  const closings = closingsOfFiles.get(testPath) ?? [];
  closingsOfFiles.set(testPath, closings);
  return closings;
}

/** Reads each property when a test uses it. */
export function bindLate<Value extends object>(find: () => Value | undefined): Value {
  const read = () => {
    const value = find();
    if (!value) throw new Error('This exists only while tests run.');
    return value;
  };
  // The traps provide every property, so the target needs none.
  return new Proxy({} as Value, {
    get: (_target, key) => Reflect.get(read(), key),
    ownKeys: () => Reflect.ownKeys(read()),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(read(), key),
  });
}
