import ts from 'typescript';
import { type Reading, recordEverything, recordFields } from './collect-reads.js';
import { declaredBy, isOfContract, objectsIn } from './declared-by.js';
import { findLiteral, type InLiteral, typeAt, typeInLiteral } from './in-literal.js';
import { elementOf, type Origin } from './origin.js';
import type { Project } from './project.js';
import { readClientCall } from './read-client-call.js';
import { readConstraint } from './read-constraint.js';

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
  const { checker } = project;
  if (ts.isAsExpression(parent)) return checker.getTypeAtLocation(parent);
  // A pattern is no type: what it takes apart is recorded.
  if (ts.isVariableDeclaration(parent) && !parent.type) return undefined;
  if (isPartOfRequest(node, project)) return undefined;
  const literal = findLiteral(node);
  const expected = checker.getContextualType(node) ?? typeInLiteral(literal, checker);
  const call = literal.outer.parent;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return expected;
  const position = call.arguments?.indexOf(literal.outer) ?? -1;
  if (position < 0) return expected;
  return readPassed({ ...literal, expected, position }, call, project);
}

interface PassedAs extends InLiteral {
  /** The type that the compiler expects, with the types that it has found for type parameters. */
  readonly expected: ts.Type | undefined;
  readonly position: number;
}

/** The type of a part of an argument inside of the function that is called. */
function readPassed(
  { path, expected, position }: PassedAs,
  call: ts.CallExpression | ts.NewExpression,
  project: Project,
): ts.Type | undefined {
  const { checker, program } = project;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  const file = declaration?.getSourceFile();
  const isOutside = !file || program.isSourceFileFromExternalLibrary(file) || file.isDeclarationFile;
  if (!isOutside) {
    const parameter = parameterAt(declaration?.parameters, position);
    const declared = parameter && checker.getTypeAtLocation(parameter);
    return (declared && readConstraint(typeAt(declared, path, checker), project)) ?? expected;
  }
  const isStandard = file !== undefined && program.isSourceFileDefaultLibrary(file);
  // A generic function of another package can read anything; those of the standard library keep the type.
  return expected && !isStandard && isOfContract(expected, project) ? checker.getAnyType() : expected;
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
