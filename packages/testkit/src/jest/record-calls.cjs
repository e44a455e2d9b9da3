const { appendFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { relative } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const root = fileURLToPath(new URL('../../../../', pathToFileURL(__filename)));
const rootUrl = pathToFileURL(root).href;

let session;

/**
 * Starts to count the calls of functions, before a test file is imported. `endLoading` records which of our files had a function
 * called by its import, and `end` those that its tests called, as one line of JSON each. The test files of a process share their
 * modules, so what runs when a module is loaded runs for the first of them only, and counts for none.
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
  const write = (line) => appendFileSync(target, `${JSON.stringify(line)}\n`);
  return {
    endLoading: () => write({ files: takeCalled() }),
    end: () => write({ test: relative(root, testFile), files: takeCalled() }),
  };
};

function takeCalled() {
  const files = take(session)
    .filter(hasCall)
    .map(({ url }) => relative(root, fileURLToPath(url.split('?')[0])));
  return [...new Set(files)].sort();
}

function take(from) {
  let scripts = [];
  // The profiler answers before `post` returns.
  from.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    scripts = coverage.result;
  });
  return scripts.filter(({ url }) => url.startsWith(rootUrl) && !url.includes('/node_modules/'));
}

/**
 * The module itself is the function without a name that begins at the first character, and static members are a function of their
 * class: both are code that runs at load. Node 20: `__name` is a function that tsx adds to each module.
 */
function hasCall({ functions }) {
  return functions.some(
    ({ functionName, ranges: [range] }) =>
      range.count > 0 && !atLoad.has(functionName) && !(functionName === '' && range.startOffset === 0),
  );
}

const atLoad = new Set(['__name', '<static_initializer>']);
