const { appendFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { relative } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const root = fileURLToPath(new URL('../../../../', pathToFileURL(__filename)));
const rootUrl = pathToFileURL(root).href;

let session;

/**
 * Starts to count the calls of functions. The returned function records which of our files had a function called since then,
 * as one line of JSON. What runs when a module is loaded does not count: the test files of a process share their modules, so
 * it runs for the first of them only.
 */
exports.recordCalls = (target, testFile) => {
  if (session === undefined) {
    session = new Session();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  // Counters begin at zero after each reading.
  take(session);
  return () => {
    const files = take(session)
      .filter(hasCall)
      .map(({ url }) => relative(root, fileURLToPath(url.split('?')[0])));
    const line = { test: relative(root, testFile), files: [...new Set(files)].sort() };
    appendFileSync(target, `${JSON.stringify(line)}\n`);
  };
};

function take(from) {
  let scripts = [];
  // The profiler answers before `post` returns.
  from.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    scripts = coverage.result;
  });
  return scripts.filter(({ url }) => url.startsWith(rootUrl) && !url.includes('/node_modules/'));
}

/** The module itself is the function without a name that begins at the first character. */
function hasCall({ functions }) {
  return functions.some(
    ({ functionName, ranges: [range] }) =>
      range.count > 0 && !(functionName === '' && range.startOffset === 0),
  );
}
