import ts from 'typescript';
import { isDeclaredIn } from './of-client.js';
import type { Project } from './project.js';

const primitive = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

/** A Date, a Blob or a filter of the client is a value. A mapped type of the library, such as `Partial`, is not. */
export function isValue(type: ts.Type, { program }: Project): boolean {
  const isBranded = partsOf(type).some(({ flags }) => flags & primitive);
  if (isBranded || type.getCallSignatures().length > 0) return true;
  const { symbol } = type;
  if (!symbol || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return false;
  return (symbol.declarations ?? []).some((one) => {
    const file = one.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || filters.some((name) => isDeclaredIn(one, name));
  });
}

const filters = ['filter/filter', 'filter/sort'];

export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type];
}

export function isObject(type: ts.Type): boolean {
  return type.isUnion()
    ? type.types.every(isObject)
    : (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

export function mayBeUndefined(type: ts.Type): boolean {
  const possible = type.isUnion() ? type.types : [type];
  return possible.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}

export function isList(type: ts.Type, checker: ts.TypeChecker): boolean {
  const present = checker.getNonNullableType(type);
  return checker.isArrayType(present) || checker.isTupleType(present);
}
