import ts from 'typescript';

/** The type arguments of a reference to a generic type; empty for any other type. */
export function listArguments(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>; // Only object types have these flags.
  const isReference = (objectFlags & ts.ObjectFlags.Reference) !== 0;
  return isReference ? checker.getTypeArguments(type as ts.TypeReference) : []; // The flag says that it is one.
}
