import { align, format } from '../abuse/describe-results.js';
import type { Figure } from './service/scenario.js';

/** The figures of a scenario, or the reason why there are none. */
export interface Result {
  readonly name: string;
  readonly figures: readonly Figure[];
  readonly problem?: string;
}

export function hasPassed({ figures, problem }: Result): boolean {
  return problem === undefined && figures.every(isWithin);
}

/** NaN exceeds every bound. */
function isWithin({ measured, atMost }: Figure): boolean {
  return atMost === undefined || measured <= atMost;
}

/** A line for each figure, and then one for each scenario that could not be completed. */
export function describeFigures(results: readonly Result[]): string[] {
  const rows = results.flatMap(({ name, figures }) =>
    figures.map((figure) => [name, figure.name, measuredOf(figure), boundOf(figure), verdictOf(figure)]),
  );
  const problems = results.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`${name} FAILED: ${problem}`],
  );
  return [...align([['scenario', 'figure', 'measured', 'bound', 'verdict'], ...rows]), ...problems];
}

function measuredOf({ measured, unit = '' }: Figure): string {
  return `${format(measured)} ${unit}`.trim();
}

function boundOf({ atMost, unit = '' }: Figure): string {
  return atMost === undefined ? '' : `≤ ${format(atMost)} ${unit}`.trim();
}

function verdictOf(figure: Figure): string {
  if (figure.atMost === undefined) return '';
  return isWithin(figure) ? 'ok' : 'MISSED';
}
