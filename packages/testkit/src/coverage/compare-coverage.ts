import type { SeenStatus } from '../wire/seen-status.js';

export interface DeclaredOperation {
  readonly version: SeenStatus['version'];
  readonly operationId: string;
  readonly statuses: readonly number[];
}

/** The reason why an operation never returns a status that its document declares. */
export interface Explanation extends SeenStatus {
  readonly reason: string;
}

export type Cell = 'seen' | 'explained' | 'missing' | 'undeclared';

export interface CoverageResult {
  readonly statuses: readonly number[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
  readonly problems: readonly string[];
}

/** Checks that every declared status was seen or is explained, and that every explanation is correct. */
export function compareCoverage(
  declared: readonly DeclaredOperation[],
  seen: readonly SeenStatus[],
  explanations: readonly Explanation[],
): CoverageResult {
  const wasSeen = new Set(seen.map(keyOf));
  const isExplained = new Set(explanations.map(keyOf));
  const isDeclared = new Set(
    declared.flatMap((row) => row.statuses.map((status) => keyOf({ ...row, status }))),
  );
  const statuses = [...new Set(declared.flatMap((row) => row.statuses))].sort((a, b) => a - b);
  const judge = (key: string): Cell => {
    if (!isDeclared.has(key)) return 'undeclared';
    if (wasSeen.has(key)) return 'seen';
    return isExplained.has(key) ? 'explained' : 'missing';
  };
  const rows = declared.map((row) => ({
    name: `${row.version} ${row.operationId}`,
    cells: statuses.map((status) => judge(keyOf({ ...row, status }))),
  }));
  return {
    statuses,
    rows,
    problems: [
      ...[...isDeclared]
        .filter((key) => judge(key) === 'missing')
        .map((key) => `${key} was never seen in a test`),
      ...[...isExplained]
        .filter((key) => wasSeen.has(key))
        .map((key) => `${key} is marked as impossible, but was seen`),
      ...[...isExplained]
        .filter((key) => !isDeclared.has(key))
        .map((key) => `${key} is marked as impossible, but not declared`),
    ],
  };
}

function keyOf({ version, operationId, status }: SeenStatus): string {
  return `${version} ${operationId} ${status}`;
}
