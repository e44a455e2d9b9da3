import ts from 'typescript';
import { listArguments } from './list-arguments.js';
import type { Project } from './project.js';

/**
 * What a generic function of the project knows of an argument: the constraint of its type parameter. Without one, it can
 * still read any field whose name is another argument. Returns undefined if its type is
 * known.
 */
export function readConstraint(parameter: ts.Type, project: Project): ts.Type | undefined {
  const { checker } = project;
  if ((parameter.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return parameter;
  const generic = findTypeParameter(parameter, project);
  if (generic) return checker.getBaseConstraintOfType(generic) ?? checker.getAnyType();
  return isGeneric(parameter, checker, 0) ? checker.getAnyType() : undefined;
}

/** The type parameter that a type is, or whose values it lists or promises. */
function findTypeParameter(type: ts.Type, project: Project): ts.Type | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return type;
  const { checker, program } = project;
  const isStandard = type
    .getSymbol()
    ?.declarations?.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));
  const isWrapper = checker.isTupleType(type) || isStandard;
  const types = type.isUnion() ? type.types : isWrapper ? listArguments(type, checker) : [];
  for (const one of types) {
    const found = findTypeParameter(one, project);
    if (found) return found;
  }
  return undefined;
}

/** Whether a type contains a type parameter, such as `{ data: One }`, `Box<One>`, `Partial<One>` and `One['data']`. */
function isGeneric(type: ts.Type, checker: ts.TypeChecker, depth: number): boolean {
  if (depth > maxDepth) return false;
  if ((type.flags & ts.TypeFlags.Instantiable) !== 0) return true;
  const isInsideGeneric = (one: ts.Type): boolean => isGeneric(one, checker, depth + 1);
  if (type.isUnionOrIntersection()) return type.types.some(isInsideGeneric);
  if ([...(type.aliasTypeArguments ?? []), ...listArguments(type, checker)].some(isInsideGeneric))
    return true;
  return (
    isAnonymous(type) &&
    checker.getPropertiesOfType(type).some((one) => isInsideGeneric(checker.getTypeOfSymbol(one)))
  );
}

/** A type can contain itself. */
const maxDepth = 4;

function isAnonymous(type: ts.Type): boolean {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>; // Only object types have the flags.
  return (objectFlags & (ts.ObjectFlags.Anonymous | ts.ObjectFlags.Mapped)) !== 0;
}
