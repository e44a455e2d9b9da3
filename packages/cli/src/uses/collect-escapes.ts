import ts from 'typescript';
import { type Reading, recordEverything, recordFields } from './collect-reads.js';
import { declaredBy, isOfContract, objectsIn } from './declared-by.js';
import { elementOf, type Origin } from './origin.js';
import type { Project } from './project.js';
import { readClientCall } from './read-client-call.js';

/**
 * Records what is read of a value where the compiler loses sight of it: code outside the project, a spread, or a type of
 * the project that names some of the fields.
 */
export function collectEscape(node: ts.Expression, reading: Reading): void {
  const { project } = reading;
  const { parent } = node;
  if (isTransparent(parent) || isRead(node, parent)) return;
  const type = project.checker.getTypeAtLocation(node);
  if (!isOfContract(type, project)) return;
  if (ts.isSpreadAssignment(parent) || ts.isJsxSpreadAttribute(parent) || ts.isForInStatement(parent)) {
    if (!isPartOfRequest(parent, project)) recordEverything(node, node, reading);
    return;
  }
  const target = readTarget(node, parent, project);
  if (target) recordTarget({ value: node, origins: reading.tracer.trace(node), type, target }, reading);
}

/** The expression around a value has the same value. */
function isTransparent(parent: ts.Node): boolean {
  return (
    ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)
  );
}

/** Whether the value is the object of an access; the access itself is recorded. */
function isRead(node: ts.Expression, parent: ts.Node): boolean {
  const isAccess = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  return isAccess || (ts.isCallExpression(parent) && parent.expression === node);
}

/** The type that the value is passed on as; undefined if its own type stays known. */
function readTarget(node: ts.Expression, parent: ts.Node, project: Project): ts.Type | undefined {
  const { checker, program } = project;
  if (ts.isAsExpression(parent)) return checker.getTypeAtLocation(parent);
  // A pattern is no type: what it takes apart is recorded.
  if (ts.isVariableDeclaration(parent) && !parent.type) return undefined;
  if (isPartOfRequest(node, project)) return undefined;
  const isArgument =
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    parent.arguments?.some((argument) => argument === node);
  const expected = checker.getContextualType(node);
  if (!isArgument || !expected) return expected;
  const declaration = checker.getResolvedSignature(parent)?.declaration;
  const file = declaration?.getSourceFile();
  const isOutside = !file || program.isSourceFileFromExternalLibrary(file) || file.isDeclarationFile;
  if (!isOutside) {
    const position = parent.arguments?.indexOf(node) ?? 0;
    return readConstraint(parameterAt(declaration?.parameters, position), project) ?? expected;
  }
  const isStandard = file !== undefined && program.isSourceFileDefaultLibrary(file);
  // A generic function of another package can read anything; those of the standard library keep the type.
  return !isStandard && isOfContract(expected, project) ? checker.getAnyType() : expected;
}

/**
 * What a generic function of the project knows of an argument: the constraint of its type parameter. Without one, it can
 * still read any field whose name is another argument. Returns undefined if the parameter is not generic.
 */
function readConstraint(parameter: ts.Node | undefined, { checker }: Project): ts.Type | undefined {
  if (!parameter) return undefined;
  const generic = findTypeParameter(checker.getTypeAtLocation(parameter), checker);
  return generic && (checker.getBaseConstraintOfType(generic) ?? checker.getAnyType());
}

/** The type parameter that a type is, or whose values it lists or promises. */
function findTypeParameter(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return type;
  const isWrapper =
    checker.isArrayType(type) || checker.isTupleType(type) || type.getSymbol()?.name === 'Promise';
  // A wrapper is a reference to a generic type.
  const inner = isWrapper ? checker.getTypeArguments(type as ts.TypeReference) : [];
  const types = type.isUnion() ? type.types : inner;
  for (const one of types) {
    const found = findTypeParameter(one, checker);
    if (found) return found;
  }
  return undefined;
}

/** The last parameter may stand for all further arguments. */
function parameterAt(parameters: readonly ts.Node[] | undefined, position: number): ts.Node | undefined {
  const last = parameters?.at(-1);
  const isRest = last !== undefined && ts.isParameter(last) && last.dotDotDotToken !== undefined;
  return parameters?.[position] ?? (isRest ? last : undefined);
}

/** Whether the value is sent to the service, which is recorded with the call. */
function isPartOfRequest(node: ts.Node, project: Project): boolean {
  for (
    let { parent } = node;
    parent && !ts.isStatement(parent) && !ts.isFunctionLike(parent);
    { parent } = parent
  )
    if (ts.isCallExpression(parent)) return readClientCall(parent, project) !== undefined;
  return false;
}

interface Passed {
  readonly value: ts.Expression;
  readonly origins: readonly Origin[];
  readonly type: ts.Type;
  readonly target: ts.Type;
}

function recordTarget({ value, origins, type, target }: Passed, reading: Reading): void {
  const { project, tracer } = reading;
  const { checker } = project;
  const isAnything = (one: ts.Type): boolean =>
    (one.flags &
      (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive | ts.TypeFlags.TypeParameter)) !==
    0;
  const targets = target.isUnion() ? target.types : [target];
  if (targets.some(isAnything) || objectsIn(target, checker).some((object) => isOpen(object, checker))) {
    recordEverything(value, value, reading);
    return;
  }
  if (isOfContract(target, project)) return;
  const isElement = checker.isArrayType(checker.getNonNullableType(type));
  const base = isElement ? origins.flatMap(elementOf) : origins;
  for (const object of objectsIn(target, checker)) {
    for (const { name } of checker.getPropertiesOfType(object))
      for (const source of objectsIn(type, checker)) {
        const declared = declaredBy(checker.getPropertyOfType(source, name), project);
        recordFields(tracer.traceProperty(base, name, declared), value, reading);
      }
  }
}

/** A type without properties, such as `{}`, and a map accept every field. */
function isOpen(object: ts.Type, checker: ts.TypeChecker): boolean {
  return checker.getPropertiesOfType(object).length === 0 || checker.getIndexInfosOfType(object).length > 0;
}
