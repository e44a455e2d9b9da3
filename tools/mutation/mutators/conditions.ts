import ts from 'typescript';
import type { Change, Mutator } from './mutator.js';

/** Negates conditions, moves boundaries and swaps operators. */
export const mutateConditions: Mutator = (node, source) => {
  if (isCondition(node)) return [{ kind: 'negate-condition', after: `!(${node.getText(source)})` }];
  return ts.isBinaryExpression(node) ? mutateBinary(node, source) : [];
};

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  const isTested =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  // The negation of a comparison is a change of its operator.
  return isTested && !(ts.isBinaryExpression(node) && others.has(node.operatorToken.kind));
}

function mutateBinary(node: ts.BinaryExpression, source: ts.SourceFile): Change[] {
  const other = others.get(node.operatorToken.kind);
  if (!other) return [];
  const [left, right] = [node.left.getText(source), node.right.getText(source)];
  return [{ kind: other.kind, after: `(${left}) ${other.text} (${right})` }];
}

const others = new Map<ts.SyntaxKind, { text: string; kind: Change['kind'] }>([
  [ts.SyntaxKind.LessThanToken, { text: '<=', kind: 'change-boundary' }],
  [ts.SyntaxKind.LessThanEqualsToken, { text: '<', kind: 'change-boundary' }],
  [ts.SyntaxKind.GreaterThanToken, { text: '>=', kind: 'change-boundary' }],
  [ts.SyntaxKind.GreaterThanEqualsToken, { text: '>', kind: 'change-boundary' }],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, { text: '!==', kind: 'swap-operator' }],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, { text: '===', kind: 'swap-operator' }],
  [ts.SyntaxKind.AmpersandAmpersandToken, { text: '||', kind: 'swap-operator' }],
  [ts.SyntaxKind.BarBarToken, { text: '&&', kind: 'swap-operator' }],
  [ts.SyntaxKind.PlusToken, { text: '-', kind: 'swap-operator' }],
  [ts.SyntaxKind.MinusToken, { text: '+', kind: 'swap-operator' }],
]);
