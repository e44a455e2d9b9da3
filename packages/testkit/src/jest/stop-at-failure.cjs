const { TestEnvironment } = require('jest-environment-node');

/** `bail` stops after a file that failed, and the operations of a version are one file, which takes minutes. */
module.exports = class StopAtFailure extends TestEnvironment {
  handleTestEvent({ name, test }, state) {
    if (name === 'test_done' && test.errors.length > 0) state.testNamePattern = /(?!)/;
  }
};
