const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Records that this process ended with an error. Jest starts another process and runs the file again, so an error that
 * happens once, or after the last test of a file, would go unnoticed. `failures-reporter.js` then fails the run.
 */
exports.recordCrashes = (folder) => {
  let file = 'no test file';
  let last = '';
  process.on('uncaughtExceptionMonitor', (error) => {
    last = error?.stack ?? String(error);
  });
  process.on('exit', (code) => {
    // The process that started the run has no channel to a parent, and ends with 1 for a failed test.
    if (code === 0 || folder === undefined || process.send === undefined) return;
    appendFileSync(
      join(folder, 'crashes'),
      `A process of the tests ended with ${code} in or after ${file}.\n${last}\n`,
    );
  });
  return {
    setFile: (path) => {
      file = path;
    },
  };
};
