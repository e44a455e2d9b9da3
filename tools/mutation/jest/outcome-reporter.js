import { writeFileSync } from 'node:fs';

/** Writes which files failed. With `bail`, Jest ends without writing its own report. */
export default class OutcomeReporter {
  onRunComplete(_contexts, { testResults }) {
    const failed = testResults.flatMap(({ testFilePath, failureMessage, testExecError }) => {
      const message = failureMessage || testExecError?.message;
      return message ? [{ file: testFilePath, message }] : [];
    });
    const { PARLEY_MUTANT } = process.env;
    writeFileSync(JSON.parse(PARLEY_MUTANT).report, JSON.stringify(failed));
  }
}
