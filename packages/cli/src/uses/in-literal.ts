import ts from 'typescript';
import { listArguments } from './list-arguments.js';

/** The literal around a value, such as `{ data: [chat] }`, and the path of the value in it: `data`, `[]`. */
export interface InLiteral {
  /** The outermost literal; the value itself if it is in none. */
  readonly outer: ts.Expression;
  readonly path: readonly string[];
}

export function findLiteral(node: ts.Expression): InLiteral {
  const path: string[] = [];
  let outer = node;
  for (let current: ts.Node = node; ; ) {
    const { parent } = current;
    if (ts.isArrayLiteralExpression(parent)) path.unshift(element);
    else if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent))
      path.unshift(ts.isComputedPropertyName(parent.name) ? anyName : parent.name.text);
    else if (!ts.isObjectLiteralExpression(parent) && !ts.isParenthesizedExpression(parent))
      return { outer, path };
    if (ts.isExpression(parent)) outer = parent;
    current = parent;
  }
}

const element = '[]';
const anyName = '*';

/** The type that the place of the outermost literal expects of the value. */
export function typeInLiteral({ outer, path }: InLiteral, checker: ts.TypeChecker): ts.Type | undefined {
  const expected = path.length > 0 ? checker.getContextualType(outer) : undefined;
  return expected && typeAt(expected, path, checker);
}

/** The type at a path of a type. What accepts anything, such as `unknown`, accepts anything at every path. */
export function typeAt(type: ts.Type, path: readonly string[], checker: ts.TypeChecker): ts.Type {
  const [name, ...rest] = path;
  if (name === undefined) return type;
  const present = checker.getNonNullableType(type);
  const found = (present.isUnion() ? present.types : [present]).flatMap((one) => inside(one, name, checker));
  const [first = checker.getAnyType()] = found;
  return typeAt(first, rest, checker);
}

function inside(type: ts.Type, name: string, checker: ts.TypeChecker): ts.Type[] {
  const property = checker.getPropertyOfType(type, name);
  if (property) return [checker.getTypeOfSymbol(property)];
  const index = name === element ? ts.IndexKind.Number : ts.IndexKind.String;
  const found =
    checker.getIndexTypeOfType(type, index) ?? (name === element ? elementOf(type, checker) : undefined);
  return found ? [found] : [];
}

/** The type of the elements of an `Iterable`, which has no index. */
function elementOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return listArguments(type, checker)[0];
}
