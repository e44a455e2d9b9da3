import ts from 'typescript';

/**
 * Names every function of a source, such as `sendAll>map`. The name stays the same when other lines
 * change; functions with equal names have a number.
 */
export function nameFunctions(source: ts.SourceFile): ReadonlyMap<ts.Node, string> {
  const names = new Map<ts.Node, string>();
  const counts = new Map<string, number>();
  const visit = (node: ts.Node, around: string | undefined): void => {
    let inner = around;
    if (isFunction(node)) {
      const name = around === undefined ? nameOf(node, source) : `${around}>${nameOf(node, source)}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      inner = count === 1 ? name : `${name}#${count}`;
      names.set(node, inner);
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, undefined);
  return names;
}

/** A function with a body. */
function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** The name of a function, else of what it is assigned or passed to. */
function nameOf(node: ts.FunctionLikeDeclaration, source: ts.SourceFile): string {
  if (node.name) return node.name.getText(source);
  const { parent } = node;
  if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.initializer === node)
    return parent.name.getText(source);
  if (ts.isCallExpression(parent)) {
    const { expression } = parent;
    return ts.isPropertyAccessExpression(expression)
      ? expression.name.getText(source)
      : ts.isIdentifier(expression)
        ? expression.text
        : '';
  }
  return '';
}
