// Imported by path and not as a package: the testkit depends on this package, and packages must not depend on each
// other in a circle.

export * from '../../testkit/src/fixtures/index.js';
export {
  createClock,
  createTestDatabase,
  type TestClock,
  type TestDatabase,
} from '../../testkit/src/index.js';
