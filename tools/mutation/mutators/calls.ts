import ts from 'typescript';
import type { Mutator } from './mutator.js';

/** Leaves out a call whose result nobody reads. */
export const removeCalls: Mutator = (node) => {
  if (!ts.isExpressionStatement(node)) return [];
  const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return ts.isCallExpression(called) ? [{ kind: 'remove-call', after: '', form: 'statement' }] : [];
};
