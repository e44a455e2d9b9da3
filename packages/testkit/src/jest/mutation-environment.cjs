const { TestEnvironment } = require('jest-environment-node');

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
