import ts from 'typescript';
import type { Project } from './project.js';
import { readClientCall } from './read-client-call.js';

/** Where values go: the calls of each function, and the expressions that are assigned to each variable or property. */
export interface ProjectIndex {
  callsOf(declaration: ts.Node): readonly ts.CallExpression[];
  /** The calls that get the function as a callback: `chats.map(describe)`. */
  callbacksOf(declaration: ts.Node): readonly ts.CallExpression[];
  assignedTo(symbol: ts.Symbol): readonly ts.Expression[];
  /** The versions whose client the project calls. */
  readonly versions: ReadonlySet<string>;
}

export function indexProject(project: Project): ProjectIndex {
  const { checker, files } = project;
  const calls = new Map<ts.Node, ts.CallExpression[]>();
  const callbacks = new Map<ts.Node, ts.CallExpression[]>();
  const versions = new Set<string>();
  const assigned = new Map<ts.Symbol, ts.Expression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const declaration = checker.getResolvedSignature(node)?.declaration;
      if (declaration) push(calls, declaration, node);
      for (const { version } of readClientCall(node, project)?.operations ?? []) versions.add(version);
      for (const argument of node.arguments) {
        const callback = findFunction(argument, checker);
        if (callback) push(callbacks, callback, node);
      }
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const symbol = checker.getSymbolAtLocation(nameOf(node.left));
      if (symbol) push(assigned, symbol, node.right);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return {
    versions,
    callsOf: (declaration) => calls.get(declaration) ?? [],
    callbacksOf: (declaration) => callbacks.get(declaration) ?? [],
    assignedTo: (symbol) => assigned.get(symbol) ?? [],
  };
}

/** The function that a name stands for. */
function findFunction(argument: ts.Expression, checker: ts.TypeChecker): ts.Node | undefined {
  if (!ts.isIdentifier(argument)) return undefined;
  const symbol = checker.getSymbolAtLocation(argument);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  if (!declaration || ts.isFunctionDeclaration(declaration)) return declaration;
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initializer && ts.isFunctionLike(initializer) ? initializer : undefined;
}

function nameOf(target: ts.Expression): ts.Node {
  return ts.isPropertyAccessExpression(target) ? target.name : target;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
