import ts from 'typescript';
import type { Mutator } from './mutator.js';

/** Flips a boolean, and raises a number by one. */
export const mutateLiterals: Mutator = (node, source) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'flip-literal', after: 'false' }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'flip-literal', after: 'true' }];
  if (!ts.isNumericLiteral(node) || ts.isPropertyAssignment(node.parent.parent ?? node)) return [];
  return [{ kind: 'flip-literal', after: `(${node.getText(source)} + 1)` }];
};
