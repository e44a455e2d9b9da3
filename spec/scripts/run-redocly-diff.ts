import { runRedocly } from './redocly.js';

export interface RedoclyChange {
  /** The pointer through the first operation that has the change, with references resolved. */
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: 'major' | 'minor' | 'patch';
  /** The keyword that was modified. */
  readonly property?: string;
  readonly verdicts: ReadonlyArray<{ readonly ruleId: string; readonly message: string }>;
  readonly base?: { readonly value?: unknown };
  readonly revision?: { readonly value?: unknown };
}

export async function runRedoclyDiff(base: string, revision: string): Promise<RedoclyChange[]> {
  const { exitCode, stdout, stderr } = await runRedocly([
    'diff',
    base,
    revision,
    '--format=json',
    // The gate judges the changes itself, when the accepted ones are known.
    '--fail-on=none',
  ]);
  if (exitCode !== 0) throw new Error(`Redocly could not compare ${base} with ${revision}.\n${stderr}`);
  return JSON.parse(stdout).changes;
}
