import type { Severity } from '../change.js';

/** Who writes the value that a schema describes: the partner (a request) or the service (a response or an event). */
export type Direction = 'request' | 'response';

/** One difference inside a schema, relative to the value that the schema describes. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly sentence: string;
  /** The path from the value: `.data.handles[].id`, followed by a keyword where one changed: ` > maxLength`. */
  readonly path: string;
  /** The pointer of the declaration. Many operations can refer to it, and the report names it once. */
  readonly source: string;
  /** The values that an enumeration has lost. */
  readonly lost?: readonly string[];
}

/** Moves findings about a part of a value to the value itself. */
export function below(step: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, path: `${step}${finding.path}` }));
}

export function hasBreak(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'breaking');
}

export function show(value: unknown): string {
  return value === undefined ? 'nothing' : `\`${JSON.stringify(value)}\``;
}

export function quote(values: readonly unknown[]): string {
  return values.map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``).join(', ');
}
