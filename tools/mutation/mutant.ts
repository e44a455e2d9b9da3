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
  /** The part of `before` that differs, such as one condition of an SQL statement, and what replaces it. */
  readonly from: string;
  readonly to: string;
  /** The function around it, else the constant. */
  readonly at: string;
  /** The number of equal changes above it in `at`. */
  readonly ordinal: number;
  /** A hash of the text of the declaration around it. */
  readonly code: string;
  /** A statement is left out; an expression is replaced, and so is the value of `{ name }`. */
  readonly form: 'expression' | 'statement' | 'shorthand';
  /** It is in no function, so it runs when the module is loaded. */
  readonly isAtLoad: boolean;
}

export type MutantKind =
  | 'negate-condition'
  | 'change-boundary'
  | 'swap-operator'
  | 'flip-literal'
  | 'remove-call'
  | 'sibling-field'
  | 'omit-field'
  | 'null-field'
  | 'negate-flag'
  | 'ignore-field'
  | 'drop-where'
  | 'sql-condition'
  | 'sql-comparison'
  | 'sql-assignment'
  | 'sql-operator';

export type MutantKey = Pick<Mutant, 'file' | 'at' | 'kind' | 'from' | 'to' | 'ordinal'>;

/** Identifies a mutant also when other lines change, unless they add or remove an equal change above it in the same function. */
export function keyOf({ file, at, kind, from, to, ordinal }: MutantKey): string {
  return [file, at, kind, from, to, ordinal].join('\n');
}

/** Returns the text of its file with the change. */
export function applyMutant(text: string, { start, end, before, after, form }: Mutant): string {
  const changed = { expression: `(${after})`, shorthand: `${before}: (${after})`, statement: '{}' }[form];
  return text.slice(0, start) + changed + text.slice(end);
}
