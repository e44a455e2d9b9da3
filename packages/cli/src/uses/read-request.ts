import ts from 'typescript';
import { isOfContract, objectsIn } from './declared-by.js';
import { append } from './origin.js';
import type { Project } from './project.js';
import { isFileOfClient } from './read-client-call.js';
import { readTexts } from './read-texts.js';

/** A field that a call sends. */
export interface SentField {
  /** `body.text`, `path.chatId`, `query.limit`; `body.*` if the fields are unknown. */
  readonly path: string;
  readonly node: ts.Node;
  /** The values of an enumeration that can be sent here. */
  readonly values: readonly string[];
}

/** Lists the fields that a call sends, from its `init` argument: `{ params: { path, query }, body }`. */
export function listSentFields(init: ts.Expression | undefined, project: Project): SentField[] {
  if (!init) return [];
  const fields = listFields({ node: init, path: '', depth: 0 }, project);
  return fields.flatMap((field): SentField[] => {
    if (field.path === '*') return [{ ...field, path: 'body.*' }];
    const path = field.path.replace(/^params\./, '');
    return /^(path\.|query\.|body\b)/.test(path) ? [{ ...field, path }] : [];
  });
}

interface Value {
  readonly node: ts.Expression;
  readonly path: string;
  readonly depth: number;
}

/** A type can contain itself. */
const maxDepth = 8;

function listFields({ node, path, depth }: Value, project: Project): SentField[] {
  const inner = (child: ts.Expression, at: string): SentField[] =>
    depth < maxDepth ? listFields({ node: child, path: at, depth: depth + 1 }, project) : [];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression, path);
  if (ts.isConditionalExpression(node))
    return [...inner(node.whenTrue, path), ...inner(node.whenFalse, path)];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property): SentField[] => {
      if (ts.isSpreadAssignment(property)) return inner(property.expression, path);
      const name = property.name && readName(property.name);
      if (name === undefined) return [unknownAt(path, property)];
      const at = append(path, name);
      const value = readValue(property);
      if (!value) return [unknownAt(at, property)];
      return [{ path: at, node: property, values: readValues(value, project) }, ...inner(value, at)];
    });
  if (ts.isArrayLiteralExpression(node))
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? inner(element.expression, path)
        : [
            { path: `${path}[]`, node: element, values: readValues(element, project) },
            ...inner(element, `${path}[]`),
          ],
    );
  const literal = findLiteral(node, project);
  return literal
    ? inner(literal, path)
    : listTypeFields(project.checker.getTypeAtLocation(node), { node, path, depth }, project);
}

/** The fields of a value that is built elsewhere: those of its type, unless the type is the contract's. */
function listTypeFields(type: ts.Type, { node, path, depth }: Value, project: Project): SentField[] {
  const { checker, program } = project;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [unknownAt(path, node)];
  return objectsIn(type, checker).flatMap((object): SentField[] => {
    if (isOfContract(object, project)) return [unknownAt(path, node)];
    // A Date, a Blob or a filter of the client is a value.
    const isOfLibrary = (object.symbol?.declarations ?? []).some((one) => {
      const file = one.getSourceFile();
      return program.isSourceFileDefaultLibrary(file) || isFileOfClient(file);
    });
    if (isOfLibrary || depth >= maxDepth || object.getCallSignatures().length > 0) return [];
    const at = isList(type, checker) ? `${path}[]` : path;
    return checker.getPropertiesOfType(object).flatMap((property): SentField[] => {
      const inside = checker.getTypeOfSymbolAtLocation(property, node);
      const name = append(at, property.name);
      return [
        { path: name, node, values: readTexts(inside) },
        ...listTypeFields(inside, { node, path: name, depth: depth + 1 }, project),
      ];
    });
  });
}

function isList(type: ts.Type, checker: ts.TypeChecker): boolean {
  return checker.isArrayType(checker.getNonNullableType(type));
}

/** The literal that a constant has been initialized with. */
function findLiteral(node: ts.Expression, { checker }: Project): ts.Expression | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined;
  const isConstant = ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const;
  const { initializer } = declaration;
  const isLiteral =
    initializer && (ts.isObjectLiteralExpression(initializer) || ts.isArrayLiteralExpression(initializer));
  return isConstant && isLiteral ? initializer : undefined;
}

/** The values of an enumeration, if the contract expects one here. */
function readValues(node: ts.Expression, { checker }: Project): string[] {
  const expected = checker.getContextualType(node);
  if (!expected || readTexts(expected).length === 0) return [];
  return readTexts(checker.getTypeAtLocation(node));
}

function unknownAt(path: string, node: ts.Node): SentField {
  return { path: append(path, '*'), node, values: [] };
}

function readName(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

function readValue(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}
