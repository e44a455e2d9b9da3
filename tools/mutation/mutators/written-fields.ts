import ts from 'typescript';
import type { Mutator } from './mutator.js';

/** Ignores a field that Prisma stores, or that an update compares with the present one: undefined leaves it as it is. */
export const ignoreWrittenFields: Mutator = (node, source) => {
  if (!source.fileName.startsWith('packages/core/')) return [];
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(node)) return isWritten(parent) ? [ignored] : [];
  const isValue =
    (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
    (ts.isSpreadAssignment(parent) && parent.expression === node);
  return isValue && isWritten(parent.parent) ? [ignored] : [];
};

const ignored = { kind: 'ignore-field', after: 'undefined' } as const;

/** `prisma.chat.update({ data: { … } })`, `updateChanged(…, { values: { … } })`, `findChanges(present, { … })` or `const data = { … }`. */
function isWritten(object: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(object)) return false;
  const { parent } = object;
  if (ts.isVariableDeclaration(parent)) return parent.name.getText() === 'data';
  if (ts.isCallExpression(parent)) return isCallOf(parent, /^findChanges$/) && parent.arguments[1] === object;
  if (!ts.isPropertyAssignment(parent)) return false;
  const call = parent.parent.parent;
  if (!ts.isCallExpression(call)) return false;
  return parent.name.getText() === 'values'
    ? isCallOf(call, /^updateChanged$/)
    : isStoredByPrisma(parent, call);
}

function isStoredByPrisma({ name }: ts.PropertyAssignment, call: ts.CallExpression): boolean {
  return name.getText() === 'data' && isCallOf(call, /\bprisma\.\w+\.(?:create|update)(?:Many)?$/);
}

function isCallOf({ expression }: ts.CallExpression, name: RegExp): boolean {
  return name.test(expression.getText());
}
