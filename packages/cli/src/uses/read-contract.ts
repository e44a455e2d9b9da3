import ts from 'typescript';
import { nameOfPackage } from './package-of.js';
import { readTexts } from './read-texts.js';

/** Where the contract declares a property. */
export type Declared = Place & {
  readonly version: string;
  /** The values of an enumeration; empty for any other type. */
  readonly values: readonly string[];
};

type Place =
  /** In a named schema; `path` is empty for the schema itself. */
  | { readonly kind: 'schema'; readonly name: string; readonly path: string }
  /** In the body of a response that is written in place. */
  | { readonly kind: 'response'; readonly operation: string; readonly path: string }
  | { readonly kind: 'other' };

/** The generated types of one version. */
export interface Contract {
  readonly version: string;
  /** The `operationId` by `GET /chats/{chatId}`. */
  readonly operations: ReadonlyMap<string, string>;
  /** The names of events by the name of their schema. */
  readonly events: ReadonlyMap<string, readonly string[]>;
  /** The names of all events. */
  readonly eventNames: ReadonlySet<string>;
}

export interface ContractTypes {
  readonly contracts: ReadonlyMap<string, Contract>;
  isDeclared(node: ts.Node): boolean;
  describe(declaration: ts.Node): Declared | undefined;
}

/** Finds the contract's types among the files of a program: `contract/v3.d.cts` of the client. */
export function readContractTypes(program: ts.Program, checker: ts.TypeChecker): ContractTypes {
  const versions = new Map<ts.SourceFile, string>();
  for (const file of program.getSourceFiles()) {
    const version = /\/(?:contract|generated)\/(v\d+)(?:\.d\.[cm]?ts|\.ts)$/.exec(file.fileName)?.[1];
    if (version === undefined || !findInterface(file, 'operations')) continue;
    // The generated types of another API can have the same file name.
    if (packages.has(nameOfPackage(file.fileName))) versions.set(file, version);
  }
  const known = new Map<ts.Node, Declared | undefined>();
  return {
    contracts: new Map([...versions].map(([file, version]) => [version, readContract(file, version)])),
    isDeclared: (node) => versions.has(node.getSourceFile()),
    describe(declaration) {
      if (known.has(declaration)) return known.get(declaration);
      const version = versions.get(declaration.getSourceFile());
      const described =
        version === undefined
          ? undefined
          : { ...describe(declaration), version, values: readTexts(checker.getTypeAtLocation(declaration)) };
      known.set(declaration, described);
      return described;
    },
  };
}

const packages = new Set<string | undefined>(['@parley/client', '@parley/contract']);

function readContract(file: ts.SourceFile, version: string): Contract {
  const operations = new Map<string, string>();
  for (const path of membersOf(findInterface(file, 'paths'))) {
    for (const method of membersOf(path.type)) {
      const operation = readIndex(method.type, 'operations');
      if (operation) operations.set(`${nameOf(method).toUpperCase()} ${nameOf(path)}`, operation);
    }
  }
  const bodies = new Map(
    membersOf(findInterface(file, 'operations')).map((operation) => [
      nameOf(operation),
      readSchema(findMember(operation.type, 'requestBody', 'content', 'application/json')),
    ]),
  );
  const events = new Map<string, string[]>();
  for (const event of membersOf(findInterface(file, 'webhooks'))) {
    const operation = readIndex(findMember(event.type, 'post'), 'operations');
    const schema = operation === undefined ? undefined : bodies.get(operation);
    if (schema !== undefined) events.set(schema, [...(events.get(schema) ?? []), nameOf(event)]);
  }
  return { version, operations, events, eventNames: new Set([...events.values()].flat()) };
}

/** The name in `Chat`, or in `components["schemas"]["Chat"]`, as older types have it. */
function readSchema(type: ts.TypeNode | undefined): string | undefined {
  const isName = type && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName);
  return isName ? type.typeName.getText() : readIndex(type, 'schemas');
}

/** The name in `operations["getChat"]` or `components["schemas"]["Chat"]`; undefined for any other type. */
function readIndex(type: ts.TypeNode | undefined, holder: string): string | undefined {
  if (!type || !ts.isIndexedAccessTypeNode(type) || !ts.isLiteralTypeNode(type.indexType)) return undefined;
  const { literal } = type.indexType;
  const written = type.objectType.getText().replaceAll("'", '"');
  const isHolder = written === holder || written === `components["${holder}"]`;
  return isHolder && ts.isStringLiteral(literal) ? literal.text : undefined;
}

function findInterface(file: ts.SourceFile, name: string): ts.InterfaceDeclaration | undefined {
  return file.statements.filter(ts.isInterfaceDeclaration).find((one) => one.name.text === name);
}

function findMember(type: ts.TypeNode | undefined, ...names: string[]): ts.TypeNode | undefined {
  return names.reduce<ts.TypeNode | undefined>(
    (node, name) => membersOf(node).find((member) => nameOf(member) === name)?.type,
    type,
  );
}

function membersOf(node: ts.Node | undefined): ts.PropertySignature[] {
  const hasMembers = node && (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node));
  return hasMembers ? node.members.filter(ts.isPropertySignature) : [];
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) || ts.isIdentifier(name) ? name.text : '';
}

/** Reads the names from the root of the types down to a declaration, as a path of JSON. */
function describe(declaration: ts.Node): Place {
  const steps: string[] = [];
  let root = '';
  for (let node: ts.Node = declaration; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isPropertySignature(node)) steps.unshift(nameOf(node));
    else if (ts.isArrayTypeNode(node)) steps.unshift('[]');
    else if (ts.isIndexSignatureDeclaration(node)) steps.unshift('{}');
    else if (ts.isInterfaceDeclaration(node)) root = node.name.text;
    else if (ts.isTypeAliasDeclaration(node))
      return { kind: 'schema', name: node.name.text, path: joinPath(steps) };
  }
  const [first = '', second = '', third = '', ...rest] = steps;
  if (root === 'components' && first === 'schemas')
    return { kind: 'schema', name: second, path: joinPath([third, ...rest]) };
  const [content, , ...path] = rest;
  if (root === 'operations' && second === 'responses' && /^2/.test(third) && content === 'content')
    return { kind: 'response', operation: first, path: joinPath(path) };
  return { kind: 'other' };
}

/** Joins names to `handles[].value`. */
export function joinPath(steps: readonly string[]): string {
  return steps
    .filter((step) => step !== '')
    .reduce(
      (path, step) => (path === '' || step === '[]' || step === '{}' ? path + step : `${path}.${step}`),
      '',
    );
}
