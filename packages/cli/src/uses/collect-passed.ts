import ts from 'typescript';
import type { Project } from './project.js';
import { listPassedOperations, namesOperations } from './read-named-call.js';
import type { Recorder } from './record.js';

/** Records a method of the client that is passed on as another type, and called where its arguments are not followed. */
export function collectPassed(node: ts.Expression, project: Project, recorder: Recorder): void {
  if (isTypeKept(node, project)) return;
  for (const { version, operation } of listPassedOperations(node, project)) {
    const key = `${version} ${operation}`;
    recorder.add('operations', key, node, { sends: unknownFields });
    for (const path of unknownFields) recorder.add('requestFields', `${key} ${path}`, node);
    recorder.add('responseFields', `${key} data.*`, node);
  }
}

const unknownFields = ['body.*', 'path.*', 'query.*'];

/** Whether the value is called in place, or goes where its type still names the operation. */
function isTypeKept(node: ts.Expression, project: Project): boolean {
  const outer = findOuter(node);
  const { parent } = outer;
  if (ts.isCallExpression(parent) && parent.expression === outer) return true;
  // `parley.users.get.call(undefined, id)`
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) return outer !== node;
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
