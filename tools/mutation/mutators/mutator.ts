import type ts from 'typescript';
import type { MutantKind } from '../mutant.js';

export interface Change {
  readonly kind: MutantKind;
  /** The text that replaces the node; empty for a statement that is left out. */
  readonly after: string;
  readonly form?: 'statement';
  /** The part that differs; the default is the whole node. */
  readonly part?: { readonly from: string; readonly to: string };
}

/** Lists the changes of a node. */
export type Mutator = (node: ts.Node, source: ts.SourceFile) => readonly Change[];
