import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addProblem } from './add-problem.js';

// This file is plain JavaScript, because Jest does not transpile what it loads outside of tests.

/**
 * Prints the tables of statuses and of leaves after a full run, before Jest's own summary, and fails the run if
 * something that is declared has no test.
 */
export default class CoverageReporter {
  #isFullRun;
  #error;

  constructor(globalConfig) {
    const { testPathPatterns, testNamePattern, onlyChanged, findRelatedTests, onlyFailures, shard } =
      globalConfig;
    const isNarrowed = testNamePattern || onlyChanged || findRelatedTests || onlyFailures || shard;
    this.#isFullRun = !isNarrowed && testPathPatterns.patterns.length === 0;
  }

  onRunComplete(_contexts, results) {
    if (!this.#isFullRun) return;
    const program = fileURLToPath(new URL('../coverage/print-coverage.ts', import.meta.url));
    const typescript = new URL('../../../../tools/typescript/register.js', import.meta.url).href;
    const flags = ['--import', typescript, '--conditions=@parley/source'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...flags, program, process.env.PARLEY_TEST_RUN],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    process.stderr.write(`\n${stdout}${stderr}\n`);
    if (status === 0) return;
    this.#error = new Error('Something that the contract declares has no test; see the tables.');
    addProblem(results, this.#error.message);
  }

  getLastError() {
    return this.#error;
  }
}
