const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest, the longest first. Most of their time they wait for processes that they start. */
const longest = [
  'apps/docs/test/browser.test.ts',
  'spec/test/journeys.test.ts',
  'apps/local/test/commands.test.ts',
  'apps/api/test/operations/every-operation/errors/failures.test.ts',
  'spec/test/every-deletion.test.ts',
  'packages/conformance/test/planted-defects.test.ts',
  'apps/local/test/start.test.ts',
  'apps/docs/test/newcomer.test.ts',
  'apps/worker/test/automations/run-automation.test.ts',
  'packages/database/test/local-postgres.test.ts',
  'packages/core/test/search/plans.test.ts',
];

/**
 * Starts the longest files first, so that none of them is left alone at the end of a run. Jest remembers how long each file
 * took, but a new clone has no such memory, and Jest would start the largest files first.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const rank = ({ path, duration }) =>
      typeof duration === 'number' ? -1 : longest.findIndex((name) => path.endsWith(`/${name}`));
    const first = sorted.filter((test) => rank(test) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...first, ...sorted.filter((test) => !first.includes(test))];
  }
};

module.exports.longest = longest;
