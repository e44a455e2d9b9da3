const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { guardProcess } = require('./guard-process.cjs');
const { loadFramework } = require('./load-framework.cjs');
const { recordCalls } = require('./record-calls.cjs');
const { recordCrashes } = require('./record-crashes.cjs');

const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
const eventHandlers = Symbol.for('EVENT_HANDLERS');

const crashes = recordCrashes(process.env.PARLEY_TEST_RUN);

/**
 * Lets Node import a test file and its dependencies, instead of using a virtual machine for each file: the modules of
 * the service are then loaded, compiled and optimised once per process of the run. Jest still schedules, runs and
 * reports the tests. See `docs/decisions/0016-toolchain.md` for the benefit and the requirements on tests.
 */
module.exports = class NativeRuntime extends JestRuntime {
  #globals;
  #endGuard = () => [];
  #endFramework = () => undefined;
  #endRecording = () => undefined;

  /** Jest loads its own test framework with this method. */
  requireInternalModule(path) {
    delete globalThis[testTimeout];
    delete globalThis[eventHandlers];
    const { framework, disable } = loadFramework(path);
    this.#endFramework = disable;
    return framework;
  }

  setGlobalsForRuntime(globals) {
    this.#globals = globals;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const { setGlobals } = await import('./globals.js');
    setGlobals(this.#globals);
    // Jest replaces the function that formats stack traces, and has no source maps of modules that it did not load.
    delete Error.prepareStackTrace;
    crashes.setFile(path);
    this.#endGuard = guardProcess();
    const { PARLEY_CALLS } = process.env;
    const recording = PARLEY_CALLS ? recordCalls(PARLEY_CALLS, path) : undefined;
    const module = await import(urlOf(path));
    recording?.endLoading();
    if (recording) this.#endRecording = recording.end;
    return module;
  }

  /** An error here fails the test file. */
  teardown() {
    this.#endRecording();
    const differences = this.#endGuard();
    this.#endFramework();
    super.teardown();
    if (differences.length > 0)
      throw new Error(
        `This file changed what the test files of a process share, and did not restore it: ${differences.join(', ')}.`,
      );
  }
};

const imports = new Map();

/** A process that runs a file again, as with `--watch`, must evaluate it again; its dependencies are kept. */
function urlOf(path) {
  const count = imports.get(path) ?? 0;
  imports.set(path, count + 1);
  const { href } = pathToFileURL(path);
  return count === 0 ? href : `${href}?run=${count}`;
}
