import ts from 'typescript';
import type { Mutator } from './mutator.js';

/**
 * Flips a boolean, raises a number by one, and doubles one of a hundred or more: a millisecond or a byte more than so many is
 * no defect that anybody can notice.
 */
export const mutateLiterals: Mutator = (node, source) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'flip-literal', after: 'false' }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'flip-literal', after: 'true' }];
  if (!ts.isNumericLiteral(node) || ts.isPropertyAssignment(node.parent.parent ?? node)) return [];
  const text = node.getText(source);
  const change = Number(text.replaceAll('_', '')) < 100 ? '+ 1' : '* 2';
  return [{ kind: 'flip-literal', after: `(${text} ${change})` }];
};
