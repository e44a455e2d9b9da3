import ts from 'typescript';
import type { CalledOperation, ClientCall } from './client-call.js';
import { isOfClient } from './of-client.js';
import type { Project } from './project.js';
import { readNamedCall } from './read-named-call.js';
import { readTexts } from './read-texts.js';

/** Reads a call of the client; undefined for any other call. A call is recognised by the type of the function. */
export function readClientCall(node: ts.CallExpression, project: Project): ClientCall | undefined {
  return readPathCall(node, project) ?? readNamedCall(node, project);
}

/** `parley.GET('/chats/{chatId}', …)`. */
function readPathCall(node: ts.CallExpression, { checker, types }: Project): ClientCall | undefined {
  const called = readCalled(node.expression, checker);
  const [path, init] = node.arguments;
  if (!called || !path) return undefined;
  const { kind, method, version } = called;
  const templates = readTexts(checker.getTypeAtLocation(path));
  const operations = templates.flatMap((template): CalledOperation[] => {
    const operation = types.contracts.get(version)?.operations.get(`${method} ${template}`);
    return operation === undefined ? [] : [{ version, operation, path: template }];
  });
  const isKnown = templates.length > 0 && operations.length === templates.length;
  return {
    kind,
    operations: isKnown ? operations : [...operations, { version, ...anyOperation }],
    given: init ? [{ node: init, path: ts.isSpreadElement(init) ? '*' : '' }] : [],
  };
}

const anyOperation = { operation: '*', path: '' };

interface Called {
  readonly kind: ClientCall['kind'];
  readonly method: string;
  readonly version: string;
}

function readCalled(callee: ts.Expression, checker: ts.TypeChecker): Called | undefined {
  const { aliasSymbol, aliasTypeArguments = [] } = checker.getTypeAtLocation(callee);
  const [contract, method] = aliasTypeArguments;
  if (isOfClient(aliasSymbol, 'types/client') && contract && method?.isStringLiteral()) {
    const kind = aliasSymbol?.name === 'RawCall' ? 'raw' : 'data';
    return { kind, method: method.value.toUpperCase(), version: nameVersion(contract) };
  }
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'search') return undefined;
  if (!isOfClient(checker.getSymbolAtLocation(callee.name), 'types/client')) return undefined;
  const receiver = checker.getTypeAtLocation(callee.expression);
  // Every type with type arguments is a reference to a generic interface.
  const [version] = checker.getTypeArguments(receiver as ts.TypeReference);
  return { kind: 'search', method: 'POST', version: version ? nameVersion(version) : 'v3' };
}

/** The interfaces `V3` and `V2` of the client name the versions. */
function nameVersion(contract: ts.Type): string {
  return (contract.symbol?.name ?? contract.aliasSymbol?.name ?? '').toLowerCase();
}
