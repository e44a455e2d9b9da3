import ts from 'typescript';
import { isFunction, nameFunctions } from './functions.js';
import type { Source } from './sources.js';

/** A constant, function or other statement at the top of a module. */
export interface Declaration {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Its name in the file, and the name that other files import. */
  readonly names: readonly string[];
  readonly isFunction: boolean;
  readonly references: readonly Reference[];
  /**
   * The functions that it passes to a call when the module is loaded, also in an object, such as one that returns the text of a
   * statement.
   */
  readonly callbacks: ReadonlySet<string>;
}

export interface Reference {
  /** One of the names of a declaration. */
  readonly name: string;
  /** The innermost function around it; `undefined` if it is evaluated when the module is loaded. */
  readonly within: string | undefined;
  /** It is called. A table that only lists a function does not run it. */
  readonly isCalled: boolean;
}

/** Reads the declarations of a module and what they refer to, by name: an import has the name that its module exports. */
export function readDeclarations({ file, text }: Source): Declaration[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const functions = nameFunctions(source);
  const imported = readImports(source);
  const resolve = (name: string) => imported.get(name) ?? `${file}:${name}`;
  return source.statements
    .filter((node) => !ts.isImportDeclaration(node) && !ts.isExportDeclaration(node))
    .map((node) => ({
      file,
      start: node.getStart(source),
      end: node.getEnd(),
      names: namesOf(node).flatMap((name) => [`${file}:${name}`, ...(isExported(node) ? [name] : [])]),
      isFunction: isFunctionDeclaration(node),
      references: readReferences(node, { functions, resolve }),
      callbacks: readCallbacks(node, functions),
    }));
}

function readImports(source: ts.SourceFile): Map<string, string> {
  const imports = source.statements.filter(ts.isImportDeclaration);
  const bindings = imports.flatMap(({ importClause }) => {
    const named = importClause?.namedBindings;
    return named && ts.isNamedImports(named) ? [...named.elements] : [];
  });
  return new Map(bindings.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]));
}

/** The names that a statement at the top of a module declares. */
export function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.map(({ name }) => name);
    return names.flatMap((name) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed && node.name ? [node.name.text] : [];
}

function isExported(node: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isFunctionDeclaration(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node)) return true;
  if (!ts.isVariableStatement(node)) return false;
  const [first] = node.declarationList.declarations;
  return first?.initializer !== undefined && isFunction(first.initializer);
}

function readCallbacks(declaration: ts.Statement, functions: ReadonlyMap<ts.Node, string>): Set<string> {
  const callbacks = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = functions.get(node);
    if (name === undefined) ts.forEachChild(node, visit);
    else if (ts.isCallExpression(holderOf(node))) callbacks.add(name);
  };
  visit(declaration);
  return callbacks;
}

/** What a function is passed to or assigned to, by itself or in an object. */
function holderOf({ parent }: ts.Node): ts.Node {
  const object = ts.isPropertyAssignment(parent) ? parent.parent : parent;
  return ts.isObjectLiteralExpression(object) ? object.parent : parent;
}

function readReferences(
  declaration: ts.Statement,
  { functions, resolve }: { functions: ReadonlyMap<ts.Node, string>; resolve: (name: string) => string },
): Reference[] {
  const references: Reference[] = [];
  const visit = (node: ts.Node, within: string | undefined): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && !isProperty(node))
      references.push({ name: resolve(node.text), within, isCalled: isCalled(node) });
    const inner = functions.get(node) ?? within;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(declaration, undefined);
  return references;
}

function isProperty(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
}

function isCalled(node: ts.Identifier): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent)) return false;
  // `fields.map(toColumn)` calls its argument; a function of ours, such as `handle(present)`, may keep it.
  return parent.expression === node || ts.isPropertyAccessExpression(parent.expression);
}
