import type { Bound, Scenario } from './scenario.js';

/** The measured figure, or the reason why there is none. */
export type Result =
  | { readonly scenario: Scenario; readonly measured: number }
  | { readonly scenario: Scenario; readonly problem: string };

/** NaN exceeds every bound. */
export function isWithin({ atMost, atLeast }: Bound, measured: number): boolean {
  return atMost === undefined ? measured >= atLeast : measured <= atMost;
}

export function hasPassed(result: Result): boolean {
  return 'measured' in result && isWithin(result.scenario.bound, result.measured);
}

/** A line for each scenario: the measured figure, its bound and the verdict. */
export function describeResults(results: readonly Result[]): string[] {
  const rows = results.map((result) => {
    const { name, bound } = result.scenario;
    return [
      name,
      bound.figure,
      describeOutcome(result),
      describeBound(bound),
      hasPassed(result) ? 'ok' : 'MISSED',
    ];
  });
  return align([['scenario', 'figure', 'measured', 'bound', 'verdict'], ...rows]);
}

export function describeOutcome(result: Result): string {
  return 'measured' in result ? `${format(result.measured)} ${result.scenario.bound.unit}` : result.problem;
}

/** Describes what each scenario measures, without running it. */
export function describeScenarios(scenarios: readonly Scenario[]): string[] {
  return align(scenarios.map(({ name, bound }) => [name, bound.figure, describeBound(bound)]));
}

function describeBound({ unit, atMost, atLeast }: Bound): string {
  return atMost === undefined ? `≥ ${format(atLeast)} ${unit}` : `≤ ${format(atMost)} ${unit}`;
}

export function format(figure: number): string {
  return Number.isInteger(figure) ? String(figure) : figure.toFixed(figure < 10 ? 2 : 1);
}

export function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
