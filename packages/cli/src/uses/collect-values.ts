import ts from 'typescript';
import { mergeEvents, type Reading } from './collect-reads.js';
import { declaredBy, readAccess } from './declared-by.js';
import { findConstant, isUnchanged } from './is-unchanged.js';
import { isOfClient } from './of-client.js';
import { type Holder, isField } from './origin.js';
import { readTexts } from './read-texts.js';

/**
 * Records the values that a field is compared with: of enumerations, of the type of an event, and keys of errors. `*` is
 * recorded where a value can be compared with anything, such as in `closed.has(chat.status)`.
 */
export function collectValues(node: ts.Node, reading: Reading): void {
  const { checker } = reading.project;
  if (ts.isBinaryExpression(node) && equality.has(node.operatorToken.kind)) {
    recordValues(node.left, constantsOrAny(node.right, checker), node, reading);
    recordValues(node.right, constantsOrAny(node.left, checker), node, reading);
  } else if (ts.isCaseClause(node)) {
    recordValues(node.parent.parent.expression, constantsOrAny(node.expression, checker), node, reading);
  } else if (ts.isElementAccessExpression(node)) {
    // A table with an entry for each value: `labels[chat.status]`.
    const table = checker.getPropertiesOfType(checker.getTypeAtLocation(node.expression));
    const values = new Set(textsOf(node.argumentExpression, checker));
    const entries = table.map(({ name }) => name).filter((name) => values.has(name));
    const known = entries.length > 0 ? entries : ['*'];
    recordValues(node.argumentExpression, known, node.argumentExpression, reading);
  } else if (ts.isPropertyAssignment(node)) {
    recordAny(node.initializer, reading);
  } else if (ts.isShorthandPropertyAssignment(node)) {
    recordAny(node.name, reading);
  } else if (ts.isCallExpression(node)) {
    collectCallValues(node, reading);
  }
}

const equality = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

function textsOf(node: ts.Expression, checker: ts.TypeChecker): string[] {
  return readTexts(checker.getTypeAtLocation(node));
}

/** The texts of literals and constants. A variable whose type has several values is no constant. */
function constantsOf(node: ts.Expression, checker: ts.TypeChecker): string[] {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return constantsOf(node.expression, checker);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => constantsOf(one, checker));
  const texts = textsOf(node, checker);
  return texts.length === 1 ? texts : [];
}

function constantsOrAny(node: ts.Expression, checker: ts.TypeChecker): string[] {
  const { flags } = checker.getTypeAtLocation(node);
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
  const constants = constantsOf(node, checker);
  return constants.length > 0 ? constants : ['*'];
}

/** A value of an enumeration goes where it is not followed. */
function recordAny(node: ts.Expression, reading: Reading): void {
  if (textsOf(node, reading.project.checker).length > 1) recordValues(node, ['*'], node, reading);
}

/** `['open', 'snoozed'].includes(chat.status)`, and `isApiError(error, 'chat_not_found')`. */
function collectCallValues(node: ts.CallExpression, reading: Reading): void {
  const { checker } = reading.project;
  const {
    expression,
    arguments: [first, ...others],
  } = node;
  if (!first) return;
  const symbol = checker.getSymbolAtLocation(expression);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  if (target?.name === 'isApiError' && isOfClient(target, 'errors/api-error')) {
    for (const key of others) recordErrorKeys(first, textsOf(key, checker), key, reading);
    return;
  }
  const list = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
  const listed = list && target?.name === 'includes' ? listTexts(list, reading) : [];
  if (listed.length > 0) recordValues(first, listed, node, reading);
  else if (list?.getText() !== 'console' && !isFollowed(node, checker))
    for (const argument of node.arguments) recordAny(argument, reading);
}

/** The texts in a list whose elements are all known. */
function listTexts(list: ts.Expression, { project }: Reading): string[] {
  const { checker } = project;
  const constant = ts.isIdentifier(list) ? findConstant(list, project) : undefined;
  const literal = constant && isUnchanged(constant, project, readers) ? constant.initializer : list;
  if (ts.isArrayLiteralExpression(literal)) {
    const texts = literal.elements.map((one) => constantsOf(one, checker));
    return texts.every(({ length }) => length > 0) ? texts.flat() : [];
  }
  const type = checker.getTypeAtLocation(list);
  const element = checker.isTupleType(type)
    ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    : undefined;
  return element ? readTexts(element) : [];
}

/** Methods that do not change a list. */
const readers = new Set(['includes', 'indexOf', 'some', 'every', 'map', 'filter', 'join']);

/** Whether the project has the code of the function, where the parameter is looked at. */
function isFollowed(node: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const declaration = checker.getResolvedSignature(node)?.declaration;
  return declaration !== undefined && 'body' in declaration && declaration.body !== undefined;
}

function recordValues(
  compared: ts.Expression,
  values: readonly string[],
  node: ts.Node,
  reading: Reading,
): void {
  if (values.length === 0 || ts.isLiteralExpression(compared)) return;
  const error = errorIn(compared, reading);
  if (error) recordErrorKeys(error, values, node, reading);
  else recordFieldValues(compared, values, node, reading);
}

function recordFieldValues(
  compared: ts.Expression,
  values: readonly string[],
  node: ts.Node,
  { project, tracer, recorder }: Reading,
): void {
  for (const { kind, version, user, path, schema, values: known = [] } of mergeEvents(
    tracer.trace(compared).filter(isField),
    project,
  ))
    for (const value of values) {
      // The discriminator of another branch of a union does not have this value.
      const isPossible = value === '*' ? known.length > 0 : known.length === 0 || known.includes(value);
      if (path !== 'event' && !isPossible) continue;
      const names = project.types.contracts.get(version)?.eventNames;
      if (kind === 'event' && path === 'event') {
        if (value === '*' || names?.has(value)) recorder.add('eventTypes', `${version} ${value}`, node);
      } else if (kind === 'schema') recorder.add('schemaValues', `${version} ${schema}=${value}`, node);
      else
        recorder.add('enumValues', `${version} ${user} ${path}=${value}`, node, {
          ...(schema !== undefined && { schema }),
        });
    }
}

/** The error in `error.messageKey`, whose property the client declares. */
function errorIn(compared: ts.Expression, { project }: Reading): ts.Expression | undefined {
  if (!ts.isPropertyAccessExpression(compared) || compared.name.text !== 'messageKey') return undefined;
  const [[, symbol] = []] = readAccess(compared, project);
  const isClients = isOfClient(symbol, 'errors/api-error') && declaredBy(symbol, project).length === 0;
  return isClients ? compared.expression : undefined;
}

function recordErrorKeys(
  error: ts.Expression,
  keys: readonly string[],
  node: ts.Node,
  reading: Reading,
): void {
  const { tracer, recorder, versions } = reading;
  const known = tracer.trace(error).filter((origin): origin is Holder => origin.kind === 'error');
  const users = known.length > 0 ? known : [...versions].map((version) => ({ version, user: '*' }));
  for (const { version, user } of users)
    for (const key of keys) recorder.add('errorKeys', `${version} ${user} ${key}`, node);
}
