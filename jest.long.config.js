import config from './jest.config.js';

const { testPathIgnorePatterns: _, ...rest } = config;

/** The long tests only. They declare nothing that `npm test` does not cover, so they print no table of coverage. */
export default {
  ...rest,
  testMatch: ['<rootDir>/{spec,tools/*,packages/*,apps/*}/test/**/*.long.test.ts'],
  reporters: config.reporters.filter((name) => !name.endsWith('/coverage-reporter.js')),
};
