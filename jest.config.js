import { availableParallelism } from 'node:os';

/** The tests of each tier by their names; CONTRIBUTING.md says where each tier runs. */
const slow = '\\.slow\\.test\\.ts$';
const long = '\\.long\\.test\\.ts$';

/** One Jest run for the whole repository; Node imports the TypeScript sources of its packages. */
const everyTier = {
  testMatch: ['<rootDir>/{spec,tools/*,packages/*,apps/*}/test/**/*.test.ts'],
  testEnvironment: 'node',
  runtime: '<rootDir>/packages/testkit/src/jest/native-runtime.cjs',
  transform: {},
  // Jest itself resolves imports only when it looks for the tests that a change can touch.
  resolver: '<rootDir>/packages/testkit/src/jest/resolver.cjs',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  reporters: [
    '<rootDir>/packages/testkit/src/jest/coverage-reporter.js',
    '<rootDir>/packages/testkit/src/jest/failures-reporter.js',
    'summary',
  ],
  globalSetup: '<rootDir>/packages/testkit/src/jest/global-setup.js',
  globalTeardown: '<rootDir>/packages/testkit/src/jest/global-teardown.js',
  testSequencer: '<rootDir>/packages/testkit/src/jest/slow-first.cjs',
  // Jest would leave one core idle.
  maxWorkers: availableParallelism(),
  testTimeout: 30_000,
};

/** The merge tier, which `npm test` runs. */
export default { ...everyTier, testPathIgnorePatterns: ['/node_modules/', slow, long] };

/** Many slow tests wait for processes that they start, so one more of them runs at a time. */
const maxWorkers = Math.ceil(availableParallelism() * 1.5);

/** What `npm run test:all` runs. */
export const all = { ...everyTier, maxWorkers, testPathIgnorePatterns: ['/node_modules/', long] };

/** The long tests alone. They declare nothing that the merge tier does not cover, so they print no table of coverage. */
export const onlyLong = {
  ...everyTier,
  maxWorkers,
  testMatch: everyTier.testMatch.map((pattern) => pattern.replace('*.test.ts', '*.long.test.ts')),
  reporters: everyTier.reporters.filter((name) => !name.endsWith('/coverage-reporter.js')),
};
