import { availableParallelism } from 'node:os';

/** One Jest run for the whole repository; workspace packages resolve to their TypeScript sources. */
export default {
  testMatch: ['<rootDir>/{spec,tools/*,packages/*,apps/*}/test/**/*.test.ts'],
  testEnvironment: 'node',
  resolver: '<rootDir>/packages/testkit/src/jest/resolver.cjs',
  testEnvironmentOptions: {
    customExportConditions: ['@parley/source', 'node', 'node-addons'],
  },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  reporters: [
    '<rootDir>/packages/testkit/src/jest/coverage-reporter.js',
    '<rootDir>/packages/testkit/src/jest/failures-reporter.js',
    'summary',
  ],
  globalSetup: '<rootDir>/packages/testkit/src/jest/global-setup.js',
  globalTeardown: '<rootDir>/packages/testkit/src/jest/global-teardown.js',
  // Jest would leave one of two cores idle, and many suites wait for processes of their own.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Modules of finished suites stay in memory, and collecting garbage takes ever longer.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
};
