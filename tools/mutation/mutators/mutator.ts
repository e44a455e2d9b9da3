import type ts from 'typescript';
import type { MutantKind } from '../mutant.js';

export interface Change {
  readonly kind: MutantKind;
  /** The text that replaces the node; empty for a statement that is left out. */
  readonly after: string;
  readonly form?: 'statement';
}

/** Lists the changes of a node. */
export type Mutator = (node: ts.Node, source: ts.SourceFile) => readonly Change[];
