import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addProblem } from './add-problem.js';

// This file is plain JavaScript, because Jest does not transpile what it loads outside of tests.

/** Prints failures, an occasional line of progress, and the slowest files; Jest's own summary follows. */
export default class FailuresReporter {
  #total = 0;
  #failed = 0;
  #durations = [];
  #error;

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
  }

  onTestResult({ path }, { failureMessage, testExecError, perfStats }) {
    this.#durations.push({ path, seconds: perfStats.runtime / 1000 });
    const text = failureMessage || testExecError?.message;
    if (text) {
      this.#failed += 1;
      process.stderr.write(`\nFAIL ${path}\n${this.#total === 1 ? text : shorten(text)}\n`);
    }
    const done = this.#durations.length;
    if (done % 20 === 0)
      process.stderr.write(`${done} of ${this.#total} test files, ${this.#failed} failed\n`);
  }

  onRunComplete(_contexts, results) {
    this.#reportCrashes();
    if (this.#error) addProblem(results, this.#error.message);
    if (this.#total < 20) return;
    const slowest = this.#durations.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
    const lines = slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`);
    process.stderr.write(`\nThe slowest test files:\n${lines.join('\n')}\n\n`);
  }

  getLastError() {
    return this.#error;
  }

  /** If a process crashes, Jest runs its file again without reporting it; see `record-crashes.cjs`. */
  #reportCrashes() {
    const file = join(process.env.PARLEY_TEST_RUN, 'crashes');
    if (!existsSync(file)) return;
    process.stderr.write(`\n${readFileSync(file, 'utf8')}\n`);
    this.#error = new Error('A process of the tests crashed; its error is printed above.');
  }
}

const mostLines = 120;

/** A difference between two long lists is truncated: its beginning shows what is wrong. */
function shorten(text) {
  const lines = text.split('\n');
  if (lines.length <= mostLines) return text;
  const cut = lines.length - mostLines;
  return [...lines.slice(0, mostLines), `… ${cut} more lines; run this file alone to see them.`].join('\n');
}
