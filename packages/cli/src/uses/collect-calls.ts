import ts from 'typescript';
import type { Project } from './project.js';
import { type ClientCall, isOfClient, readClientCall } from './read-client-call.js';
import { listSentFields } from './read-request.js';
import type { Recorder } from './record.js';

/** Records a call of the client: its operation, the fields that it sends, its filters, and whether its result is used. */
export function collectCall(node: ts.CallExpression, project: Project, recorder: Recorder): void {
  const call = readClientCall(node, project);
  if (!call) return;
  const sent = listSentFields(call.init, project);
  const sends = [...new Set(sent.map(({ path }) => path))].sort();
  for (const { version, operation } of call.operations) {
    const key = `${version} ${operation}`;
    recorder.add('operations', key, node, { sends });
    for (const { path, node: at, values } of sent) {
      recorder.add('requestFields', `${key} ${path}`, at);
      for (const value of values) recorder.add('enumValues', `${key} ${path}=${value}`, at);
    }
    if (isResultUsed(node) && call.kind !== 'raw') recorder.add('responseFields', `${key} data`, node);
    collectSearch(call, key, project, recorder);
  }
}

function isResultUsed(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isVoidExpression(parent))
    return isResultUsed(parent);
  return !ts.isExpressionStatement(parent);
}

/** Records the fields in the filter and in the order of a search. */
function collectSearch({ init }: ClientCall, key: string, project: Project, recorder: Recorder): void {
  const body = init && findProperty(init, 'body', project);
  if (!body) return;
  for (const [name, section, file] of [
    ['query', 'filterFields', 'filter/filter'],
    ['sortBy', 'sortFields', 'filter/sort'],
  ] as const) {
    const value = findProperty(body, name, project);
    if (!value) continue;
    const fields = listNamedFields(value, file, project);
    // A text of the filter language, or a filter that is built elsewhere.
    if (fields.length === 0) recorder.add(section, `${key} *`, value);
    for (const [field, at] of fields) recorder.add(section, `${key} ${field}`, at);
  }
}

/** The fields that functions such as `eq('status', 'open')` and `desc('createdAt')` name. */
function listNamedFields(value: ts.Expression, file: string, project: Project): Array<[string, ts.Node]> {
  const { checker } = project;
  const found: Array<[string, ts.Node]> = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const type = first && checker.getTypeAtLocation(first);
      if (first && type?.isStringLiteral() && isFilter(node, file, checker)) found.push([type.value, first]);
    }
    const initializer = ts.isIdentifier(node) ? findInitializer(node, checker) : undefined;
    if (initializer) visit(initializer);
    ts.forEachChild(node, visit);
  };
  visit(value);
  return found;
}

function isFilter({ expression }: ts.CallExpression, file: string, checker: ts.TypeChecker): boolean {
  const symbol = checker.getSymbolAtLocation(expression);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return isOfClient(target, file);
}

function findProperty(node: ts.Expression, name: string, { checker }: Project): ts.Expression | undefined {
  const object = ts.isIdentifier(node) ? (findInitializer(node, checker) ?? node) : node;
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  for (const property of object.properties) {
    if (!property.name || property.name.getText() !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

function findInitializer(node: ts.Identifier, checker: ts.TypeChecker): ts.Expression | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const declaration = symbol?.valueDeclaration;
  const isVariable = declaration && ts.isVariableDeclaration(declaration) && declaration.name !== node;
  return isVariable ? declaration.initializer : undefined;
}
