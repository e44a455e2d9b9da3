import { existsSync, readFileSync } from 'node:fs';

/** The result of a run of Jest. */
export interface Report {
  readonly passed: number;
  readonly skipped: number;
  readonly files: number;
  readonly failed: readonly FailedFile[];
  /** What reporters of ours found, such as a status without a test, or a crashed process. */
  readonly problems: readonly string[];
  readonly slowest: readonly { readonly file: string; readonly seconds: number }[];
}

export interface FailedFile {
  readonly file: string;
  /** The names of its tests that failed; none if it could not be loaded. */
  readonly tests: readonly string[];
}

/** The parts of Jest's JSON that are read here. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTotalTestSuites: number;
  readonly problems?: readonly string[];
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Reads the report that Jest wrote. */
export function readReport(path: string): Report {
  if (!existsSync(path)) throw new Error('Jest ended without a report; its error is printed above.');
  const report: JestReport = JSON.parse(readFileSync(path, 'utf8'));
  const isFailed = ({ status }: { status: string }) => status === 'failed';
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests,
    files: report.numTotalTestSuites,
    failed: report.testResults.filter(isFailed).map(({ name, assertionResults }) => ({
      file: name,
      tests: assertionResults.filter(isFailed).map(({ fullName }) => fullName),
    })),
    problems: report.problems ?? [],
    slowest: report.testResults
      .map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1_000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, 15),
  };
}
