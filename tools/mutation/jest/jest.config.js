import mergeTier from '../../../jest.config.js';

/** The merge tier, until the first test fails. All runs share the PostgreSQL that the command has started. */
export default {
  ...mergeTier,
  rootDir: '../../..',
  globalSetup: undefined,
  globalTeardown: undefined,
  reporters: ['<rootDir>/tools/mutation/jest/outcome-reporter.js'],
  testEnvironment: '<rootDir>/packages/testkit/src/jest/stop-at-failure.cjs',
  bail: 1,
  silent: true,
};
