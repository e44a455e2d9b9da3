import ts from 'typescript';
import { mergeEvents, type Reading } from './collect-reads.js';
import { declaredBy, readAccess } from './declared-by.js';
import { type Holder, isField } from './origin.js';
import { isOfClient } from './read-client-call.js';
import { readTexts } from './read-texts.js';

/** Records the values that a field is compared with: of enumerations, of the type of an event, and keys of errors. */
export function collectValues(node: ts.Node, reading: Reading): void {
  const { checker } = reading.project;
  if (ts.isBinaryExpression(node) && equality.has(node.operatorToken.kind)) {
    recordValues(node.left, textsOf(node.right, checker), node, reading);
    recordValues(node.right, textsOf(node.left, checker), node, reading);
  } else if (ts.isCaseClause(node)) {
    recordValues(node.parent.parent.expression, textsOf(node.expression, checker), node, reading);
  } else if (ts.isElementAccessExpression(node)) {
    // A table with an entry for each value: `labels[chat.status]`.
    const table = checker.getPropertiesOfType(checker.getTypeAtLocation(node.expression));
    const values = new Set(textsOf(node.argumentExpression, checker));
    recordValues(
      node.argumentExpression,
      table.map(({ name }) => name).filter((name) => values.has(name)),
      node.argumentExpression,
      reading,
    );
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

/** `['open', 'snoozed'].includes(chat.status)`, and `isApiError(error, 'chat_not_found')`. */
function collectCallValues(node: ts.CallExpression, reading: Reading): void {
  const { checker } = reading.project;
  const {
    expression,
    arguments: [first, ...others],
  } = node;
  if (!first) return;
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'includes') {
    const list = checker.getTypeAtLocation(expression.expression);
    const [element] =
      checker.isArrayType(list) || checker.isTupleType(list)
        ? // Lists and tuples are references to generic types.
          [checker.getIndexTypeOfType(list, ts.IndexKind.Number)]
        : [];
    const listed = ts.isArrayLiteralExpression(expression.expression)
      ? expression.expression.elements.flatMap((one) => textsOf(one, checker))
      : element
        ? readTexts(element)
        : [];
    recordValues(first, listed, node, reading);
    return;
  }
  const symbol = checker.getSymbolAtLocation(expression);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  if (target?.name !== 'isApiError' || !isOfClient(target, 'errors/api-error')) return;
  for (const key of others) recordErrorKeys(first, textsOf(key, checker), key, reading);
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
      if (known.length > 0 && path !== 'event' && !known.includes(value)) continue;
      const names = project.types.contracts.get(version)?.eventNames;
      if (kind === 'event' && path === 'event') {
        if (names?.has(value)) recorder.add('eventTypes', `${version} ${value}`, node);
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
