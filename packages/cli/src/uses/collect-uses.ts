import ts from 'typescript';
import { collectCall } from './collect-calls.js';
import { collectEscape } from './collect-escapes.js';
import { collectPassed } from './collect-passed.js';
import { collectRead } from './collect-reads.js';
import { collectType } from './collect-types.js';
import { collectValues } from './collect-values.js';
import { indexProject } from './index-project.js';
import type { Project } from './project.js';
import type { Recorder } from './record.js';
import { createTracer } from './trace-origin.js';

/** Records everything that the files of a project use of the contract. */
export function collectUses(
  project: Project,
  recorder: Recorder,
  onFile: (read: number, total: number) => void = () => {},
): void {
  const index = indexProject(project);
  const reading = { project, recorder, tracer: createTracer(project, index), versions: index.versions };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) collectCall(node, project, recorder);
    collectRead(node, reading);
    collectValues(node, reading);
    collectType(node, reading);
    if (isValue(node)) {
      collectEscape(node, reading);
      collectPassed(node, project, recorder);
    }
    ts.forEachChild(node, visit);
  };
  for (const [index, file] of project.files.entries()) {
    visit(file);
    onFile(index + 1, project.files.length);
  }
}

/** An expression whose value can be passed on. */
function isValue(node: ts.Node): node is ts.Expression {
  if (ts.isIdentifier(node)) return ts.isExpression(node) && isUsed(node);
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isParenthesizedExpression(node)
  );
}

/** Whether an identifier stands for a value, and not for a name that is declared or accessed. */
function isUsed(node: ts.Identifier): boolean {
  const { parent } = node;
  const isName = 'name' in parent && parent.name === node;
  return !isName || ts.isShorthandPropertyAssignment(parent);
}
