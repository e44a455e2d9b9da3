const { TestEnvironment } = require('jest-environment-node');
const { Client } = require('pg');

const { query } = Client.prototype;

/** A mutant of a statement replaces a part of the text that is sent. A connection knows the name of a statement with the other text. */
Client.prototype.query = function queryWithMutant(config, ...others) {
  const text = typeof config === 'string' ? config : config?.text;
  if (typeof text !== 'string') return query.call(this, config, ...others);
  const replaced = globalThis.parleyMutation.replace(text);
  if (replaced === text) return query.call(this, config, ...others);
  if (typeof config === 'string') return query.call(this, replaced, ...others);
  // A cursor is an object with methods.
  const changed = typeof config.submit === 'function' ? config : { ...config };
  return query.call(this, Object.assign(changed, { text: replaced, name: undefined }), ...others);
};

/**
 * Runs only the selected tests of a file and stops at the first failure. It also notes which test is running, so that the calls of
 * functions can be recorded. What is called outside of a test, such as in `beforeAll`, belongs to all tests of the file.
 */
module.exports = class MutationEnvironment extends TestEnvironment {
  handleTestEvent(event, state) {
    const { run } = globalThis.parleyMutation;
    switch (event.name) {
      case 'run_start':
        for (const test of testsBelow(state.rootDescribeBlock))
          if (!run.isWanted(nameOf(test))) test.mode = 'skip';
        break;
      case 'test_started':
        run.enter(nameOf(event.test));
        break;
      case 'test_done':
        run.leave(nameOf(event.test), event.test);
        if (event.test.errors.length === 0) break;
        for (const test of testsBelow(state.rootDescribeBlock))
          if (test.status !== 'done') test.mode = 'skip';
        break;
    }
  }
};

function testsBelow(block) {
  return block.children.flatMap((child) => (child.type === 'describeBlock' ? testsBelow(child) : [child]));
}

function nameOf(test) {
  const names = [];
  for (let block = test; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(' › ');
}
