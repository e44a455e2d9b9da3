// Plain JavaScript: Jest does not transpile what it loads outside of tests.

/** Prints what failed, a line of progress now and then, and the slowest files; Jest's own summary follows. */
export default class FailuresReporter {
  #total = 0;
  #failed = 0;
  #durations = [];

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

  onRunComplete() {
    if (this.#total < 20) return;
    const slowest = this.#durations.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
    const lines = slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`);
    process.stderr.write(`\nThe slowest test files:\n${lines.join('\n')}\n\n`);
  }
}

const mostLines = 120;

/** A difference between two long lists is cut: its beginning says what is wrong. */
function shorten(text) {
  const lines = text.split('\n');
  if (lines.length <= mostLines) return text;
  const cut = lines.length - mostLines;
  return [...lines.slice(0, mostLines), `… ${cut} more lines; run this file alone to see them.`].join('\n');
}
