import ts from 'typescript';
import type { CalledOperation, ClientCall, Given } from './client-call.js';
import { isDeclaredIn } from './of-client.js';
import type { Project } from './project.js';

/** Reads `parley.chats.get(chatId)` and `streamEvents(options, { events })`, which only v3 has. */
export function readNamedCall(node: ts.CallExpression, project: Project): ClientCall | undefined {
  const named = readNamed(project.checker.getTypeAtLocation(node.expression), project);
  const [first, ...others] = named;
  if (!first) return undefined;
  const operations = named.map(({ operation }) => operation);
  // One of several methods has other ids, so that an argument can be any part of the request.
  const isKnown = others.length === 0;
  const given = isKnown ? listGiven(node.arguments, first.places) : [{ node, path: '*' }];
  return { kind: first.kind, operations, given };
}

/** The operations of a method, or of several, that have a type: `typeof parley.chats.get`. */
export function listNamedOperations(type: ts.Type, project: Project): CalledOperation[] {
  return readNamed(type, project).map(({ operation }) => operation);
}

/** Whether a type has only the methods of the client, so that a call through it names its operation. */
export function namesOperations(type: ts.Type, project: Project): boolean {
  return membersOf(type, project).every((member) =>
    member.getCallSignatures().some((signature) => readSignature(signature, project) !== undefined),
  );
}

interface Named {
  readonly kind: 'data' | 'search' | 'stream';
  readonly operation: CalledOperation;
  /** Where each argument is sent; undefined for options of the client. */
  readonly places: ReadonlyArray<Omit<Given, 'node'> | undefined>;
}

/** A key in brackets such as `'chats' | 'contacts'` stands for several methods. */
function readNamed(type: ts.Type, project: Project): Named[] {
  const signatures = membersOf(type, project).flatMap((member) => member.getCallSignatures());
  return signatures.flatMap((signature) => readSignature(signature, project) ?? []);
}

function membersOf(type: ts.Type, { checker }: Project): readonly ts.Type[] {
  const present = checker.getNonNullableType(type);
  return present.isUnion() ? present.types : [present];
}

function readSignature({ declaration }: ts.Signature, project: Project): Named | undefined {
  if (!declaration || ts.isJSDocSignature(declaration)) return undefined;
  return readMethod(declaration, project) ?? readStream(declaration, project);
}

/** `get(chatId: string, options?: OptionsOf<'/chats/{chatId}', 'get'>): Promise<Chat>`. */
function readMethod(declaration: ts.SignatureDeclaration, project: Project): Named | undefined {
  const { parameters, type } = declaration;
  const options = parameters.at(-1)?.type;
  if (!options || !isDeclaredIn(declaration, 'resources/generated/resources')) return undefined;
  const [path, method] = readReference(options, 'OptionsOf');
  if (path === undefined || method === undefined) return undefined;
  const ids = new Set(path.match(/(?<=\{)[^{}]+(?=\})/g));
  return {
    kind: type && readReference(type, 'SearchOf').length > 0 ? 'search' : 'data',
    operation: findOperation(method.toUpperCase(), path, project),
    places: parameters.map(({ name }) => {
      const parameter = name.getText();
      if (ids.has(parameter)) return { path: `path.${parameter}` };
      return parameter === 'body' ? { path: 'body' } : undefined;
    }),
  };
}

/** `streamEvents(options: ClientOptions, stream?: StreamOptions)`; the client uses the other options itself. */
function readStream(declaration: ts.SignatureDeclaration, project: Project): Named | undefined {
  const isStream =
    declaration.name?.getText() === 'streamEvents' && isDeclaredIn(declaration, 'stream/stream-events');
  if (!isStream) return undefined;
  return {
    kind: 'stream',
    operation: findOperation('GET', '/events/stream', project),
    places: [undefined, { path: 'query', names: ['events'] }],
  };
}

const version = 'v3';

function findOperation(method: string, path: string, { types }: Project): CalledOperation {
  const operation = types.contracts.get(version)?.operations.get(`${method} ${path}`);
  return operation === undefined ? { version, operation: '*', path: '' } : { version, operation, path };
}

/** The texts in `OptionsOf<'/chats/{chatId}', 'get'>`; empty for any other type. */
function readReference(type: ts.TypeNode, name: string): string[] {
  if (!ts.isTypeReferenceNode(type) || type.typeName.getText() !== name) return [];
  return (type.typeArguments ?? []).flatMap((argument) => {
    const isText = ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal);
    return isText ? argument.literal.text : [];
  });
}

function listGiven(given: readonly ts.Expression[], places: Named['places']): Given[] {
  const spread = given.findIndex(ts.isSpreadElement);
  const known = spread < 0 ? given : given.slice(0, spread);
  const located = known.flatMap((node, index): Given[] => {
    const place = places[index];
    return place ? [{ node, ...place }] : [];
  });
  const rest = given[spread];
  return rest ? [...located, { node: rest, path: '*' }] : located;
}
