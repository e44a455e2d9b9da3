import ts from 'typescript';
import type { CalledOperation } from './client-call.js';
import { isFileOfClient } from './of-client.js';
import type { Project } from './project.js';
import { listNamedOperations, namesOperations } from './read-named-call.js';
import type { Recorder } from './record.js';

/** Records a method of the client that is passed on as another type, and called where its arguments are not followed. */
export function collectPassed(node: ts.Expression, project: Project, recorder: Recorder): void {
  if (isTypeKept(node, project)) return;
  for (const { version, operation } of listPassed(node, project)) {
    const key = `${version} ${operation}`;
    recorder.add('operations', key, node, { sends: unknownFields });
    for (const path of unknownFields) recorder.add('requestFields', `${key} ${path}`, node);
    recorder.add('responseFields', `${key} data.*`, node);
  }
}

const unknownFields = ['body.*', 'path.*', 'query.*'];

/** The operations of a method: `retry(parley.chats.get)`, or of an object with methods: `retryAll(parley.chats)`. */
function listPassed(node: ts.Expression, project: Project): CalledOperation[] {
  const { checker } = project;
  const type = checker.getTypeAtLocation(node);
  const methods = listNamedOperations(type, project);
  if (methods.length > 0) return methods;
  const expected = isObjectOfClient(type) ? checker.getContextualType(node) : undefined;
  return expected ? listInside(type, checker.getNonNullableType(expected), project) : [];
}

/** The operations of the methods that another type knows of an object, and of the objects in it. */
function listInside(type: ts.Type, expected: ts.Type, project: Project, depth = 0): CalledOperation[] {
  const { checker } = project;
  if (type === expected || depth > 1) return [];
  return checker.getPropertiesOfType(expected).flatMap((property): CalledOperation[] => {
    const symbol = checker.getPropertyOfType(type, property.name);
    if (!symbol || symbol === property) return [];
    const [own, other] = [checker.getTypeOfSymbol(symbol), checker.getTypeOfSymbol(property)];
    if (namesOperations(other, project)) return [];
    const methods = listNamedOperations(own, project);
    return methods.length > 0 ? methods : listInside(own, other, project, depth + 1);
  });
}

function isObjectOfClient(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isObjectOfClient);
  return (type.symbol?.declarations ?? []).some((one) => isFileOfClient(one.getSourceFile()));
}

/** Whether the value is called in place, or goes where its type still names the operation. */
function isTypeKept(node: ts.Expression, project: Project): boolean {
  const outer = findOuter(node);
  const { parent } = outer;
  if (ts.isCallExpression(parent) && parent.expression === outer) return true;
  // `parley.users.get.call(undefined, id)`
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) return outer !== node;
  // A pattern is no type.
  if (ts.isVariableDeclaration(parent) && !parent.type) return true;
  // A generic function knows only the constraint of its type parameter.
  if (isArgument(outer)) return false;
  const expected = project.checker.getContextualType(node);
  return !expected || namesOperations(expected, project);
}

/** The outermost expression that is the value, or contains it as one of its values. */
function findOuter(node: ts.Node): ts.Node {
  const { parent } = node;
  const isInside =
    ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && choosing.has(parent.operatorToken.kind));
  return isInside ? findOuter(parent) : node;
}

const choosing = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function isArgument(node: ts.Node): boolean {
  const { parent } = node;
  const isCall = ts.isCallExpression(parent) || ts.isNewExpression(parent);
  return isCall && (parent.arguments?.some((argument) => argument === node) ?? false);
}
