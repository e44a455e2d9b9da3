import { relative } from 'node:path';
import type { Flake } from './flakes.js';
import type { Report } from './read-report.js';

interface Outcome {
  readonly report: Report;
  /** The flakes of this run. */
  readonly flakes: readonly Flake[];
  /** All flakes that were kept, those of this run included. */
  readonly known: readonly Flake[];
  readonly failedChecks: readonly string[];
  readonly minutes: number;
}

/** Renders the end of a run; its last line has the form that other tools look for. */
export function renderSummary({ report, flakes, known, failedChecks, minutes }: Outcome): string {
  const isFlake = (file: string) => flakes.some((flake) => file.endsWith(flake.file));
  const broken = report.failed.filter(({ file }) => !isFlake(file));
  const failedTests = broken.reduce((sum, { tests }) => sum + Math.max(tests.length, 1), 0);
  return [
    '',
    ...list(
      'The slowest files',
      report.slowest.map(({ file, seconds }) => `${seconds.toFixed(1)} s ${show(file)}`),
    ),
    ...list(
      'Failed',
      broken.flatMap(({ file, tests }) => [show(file), ...tests.map((test) => `  ${test}`)]),
    ),
    ...list('Failed checks', [...failedChecks.map((name) => `npm run ${name}`), ...report.problems]),
    ...list(
      'Flakes: failed once, passed alone',
      flakes.flatMap(({ file, tests }) => [file, ...tests.map((test) => `  ${test}`)]),
    ),
    ...list('Flakes of all runs here', countByFile(known)),
    `${report.files} files in ${minutes.toFixed(1)} minutes, ${flakes.length} flakes`,
    `Tests: ${report.passed} passed, ${failedTests} failed, ${report.skipped} skipped`,
    '',
  ].join('\n');
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ''];
}

function countByFile(flakes: readonly Flake[]): string[] {
  const files = [...new Set(flakes.map(({ file }) => file))];
  return files.map((file) => {
    const own = flakes.filter((flake) => flake.file === file);
    return `${own.length} × ${file}, last ${own.at(-1)?.at} at ${own.at(-1)?.commit}`;
  });
}

const show = (file: string) => relative(process.cwd(), file);
