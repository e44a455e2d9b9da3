/** One change of one source file. */
export interface Mutant {
  readonly file: string;
  readonly kind: MutantKind;
  readonly line: number;
  /** The range of the expression or statement that is replaced. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** The number of equal changes above it in the file. */
  readonly ordinal: number;
  /** A statement is left out; an expression is replaced. */
  readonly form: 'expression' | 'statement';
  /** The start of the innermost function around it; `undefined` for code that runs when the module is loaded. */
  readonly within: number | undefined;
}

export type MutantKind =
  | 'negate-condition'
  | 'change-boundary'
  | 'swap-operator'
  | 'flip-literal'
  | 'remove-call'
  | 'sibling-field'
  | 'drop-where'
  | 'sql-condition'
  | 'sql-operator';

/** Identifies a mutant also when other lines of the file change, unless they add or remove an equal change above it. */
export function keyOf({ file, kind, before, after, ordinal }: Mutant): string {
  return [file, kind, before, after, ordinal].join('\n');
}
