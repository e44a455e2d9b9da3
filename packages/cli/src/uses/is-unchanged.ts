import ts from 'typescript';
import { objectsIn } from './declared-by.js';
import type { Project } from './project.js';
import { readClientCall } from './read-client-call.js';

/** The constant that a name stands for, if it has been initialized. */
export function findConstant(node: ts.Identifier, { checker }: Project): Constant | undefined {
  const found = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const declaration = symbol?.valueDeclaration;
  if (!symbol || !declaration || !ts.isVariableDeclaration(declaration)) return undefined;
  const isConstant = ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const;
  const { initializer } = declaration;
  return isConstant && initializer ? { symbol, declaration, initializer } : undefined;
}

interface Constant {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.VariableDeclaration;
  readonly initializer: ts.Expression;
}

/**
 * Whether the object or list of a constant stays as it was written: nothing is assigned to its properties, no method
 * besides `readers` is called, and no other variable or function gets it besides the calls of the client.
 */
export function isUnchanged(
  { symbol, declaration }: Constant,
  project: Project,
  readers: ReadonlySet<string> = new Set(),
): boolean {
  const { checker } = project;
  const visit = (node: ts.Node): boolean => {
    const isUse =
      ts.isIdentifier(node) &&
      node.text === symbol.name &&
      node !== declaration.name &&
      checker.getSymbolAtLocation(node) === symbol;
    if (isUse && mayChange(node, project) && !isReader(node)) return true;
    return ts.forEachChild(node, visit) ?? false;
  };
  const isReader = ({ parent }: ts.Node): boolean =>
    ts.isPropertyAccessExpression(parent) && readers.has(parent.name.text);
  return !visit(declaration.getSourceFile());
}

function mayChange(node: ts.Expression, project: Project): boolean {
  const { parent } = node;
  const { checker } = project;
  if (ts.isCallExpression(parent) && parent.expression === node)
    return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (ts.isDeleteExpression(parent)) return true;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isVariableDeclaration(parent)) {
    const isRequest = ts.isCallExpression(parent) && readClientCall(parent, project) !== undefined;
    return !isRequest && objectsIn(checker.getTypeAtLocation(node), checker).length > 0;
  }
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  const isInside =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
    parent.expression === node;
  const isSame =
    ts.isNonNullExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent);
  return (isInside || isSame) && mayChange(parent, project);
}
