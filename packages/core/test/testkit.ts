// The testkit is imported by path and not as a package, because it depends on this package, and packages must not form
// a cycle of dependencies.

export * from '../../testkit/src/fixtures/index.js';
export {
  createClock,
  createTestDatabase,
  recordRoundTrips,
  settleFeed,
  startReplicatedServers,
  type TestClock,
  testKeys,
} from '../../testkit/src/index.js';
