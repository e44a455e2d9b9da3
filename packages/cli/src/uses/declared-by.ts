import ts from 'typescript';
import type { Project } from './project.js';
import type { Declared } from './read-contract.js';
import { readTexts } from './read-texts.js';

/** Where the contract declares a property; empty if it is not a property of the contract. */
export function declaredBy(symbol: ts.Symbol | undefined, { types }: Project): Declared[] {
  return (symbol?.declarations ?? []).flatMap((declaration) => types.describe(declaration) ?? []);
}

/** The properties that an access reads: one, or all that the type of the key in the brackets lists. */
export function readAccess(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  { checker }: Project,
): ReadonlyArray<readonly [name: string, symbol: ts.Symbol | undefined]> {
  if (ts.isPropertyAccessExpression(node)) return [[node.name.text, checker.getSymbolAtLocation(node.name)]];
  const key = checker.getTypeAtLocation(node.argumentExpression);
  const type = withoutNull(checker, node.expression);
  return readTexts(key).map((name) => [name, checker.getPropertyOfType(type, name)]);
}

export function withoutNull(checker: ts.TypeChecker, expression: ts.Expression): ts.Type {
  return checker.getNonNullableType(checker.getTypeAtLocation(expression));
}

/** The type of the objects in a value: without null, promises and lists. */
export function objectsIn(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  const present = checker.getNonNullableType(type);
  if (present.isUnion()) return present.types.flatMap((member) => objectsIn(member, checker));
  const isPromise = present.symbol?.name === 'Promise';
  if (isPromise || checker.isArrayType(present) || checker.isTupleType(present))
    // Promises, lists and tuples are references to generic types.
    return checker
      .getTypeArguments(present as ts.TypeReference)
      .flatMap((member) => objectsIn(member, checker));
  return present.flags & ts.TypeFlags.Object || present.isIntersection() ? [present] : [];
}

/** Whether a value is, or contains in a list, an object whose properties the contract declares. */
export function isOfContract(type: ts.Type, project: Project): boolean {
  return objectsIn(type, project.checker).some((object) =>
    project.checker
      .getPropertiesOfType(object)
      .some((property) => declaredBy(property, project).some(({ kind }) => kind !== 'other')),
  );
}
