import { availableParallelism } from 'node:os';

/**
 * One Jest run for the whole repository; Node imports the TypeScript sources of its packages. The long tests, `*.long.test.ts`,
 * try every case of something of which `npm test` tries a few, or take too long for it; `npm run test:long` runs them.
 */
export default {
  testMatch: ['<rootDir>/{spec,tools/*,packages/*,apps/*}/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.long\\.test\\.ts$'],
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
  // Jest would leave one of two cores idle, and many suites wait for processes of their own.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testSequencer: '<rootDir>/packages/testkit/src/jest/longest-first.cjs',
  testTimeout: 30_000,
};
