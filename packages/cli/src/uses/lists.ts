import ts from 'typescript';

/** Methods that pass the elements of a list to a callback. */
export const elementCallbacks = new Set([
  'map',
  'flatMap',
  'filter',
  'forEach',
  'find',
  'findLast',
  'findIndex',
  'some',
  'every',
]);
/** Methods that return the list, or the value of a promise, that they are called on. */
export const sameList = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'concat',
  'catch',
  'finally',
]);
/** Methods that return an element of a list. */
export const oneElement = new Set(['find', 'findLast', 'at', 'pop', 'shift']);

/** The list literal in `[…]` or `Promise.all([…])`, with `await` before it. */
export function listIn(node: ts.Expression): ts.ArrayLiteralExpression | undefined {
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) return listIn(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node;
  const [first] = ts.isCallExpression(node) ? node.arguments : [];
  return first && ts.isCallExpression(node) && node.expression.getText() === 'Promise.all'
    ? listIn(first)
    : undefined;
}

/** The name of the property that an element of an object pattern reads. */
export function nameOfBinding({ propertyName, name }: ts.BindingElement): string | undefined {
  const key = propertyName ?? name;
  return ts.isIdentifier(key) || ts.isStringLiteral(key) ? key.text : undefined;
}
