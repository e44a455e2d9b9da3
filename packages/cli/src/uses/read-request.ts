import ts from 'typescript';
import { isOfContract, objectsIn } from './declared-by.js';
import { findConstant, isUnchanged } from './is-unchanged.js';
import { append } from './origin.js';
import type { Project } from './project.js';
import { isFileOfClient } from './read-client-call.js';
import { readTexts } from './read-texts.js';
import { eitherOf, mayBeMissing, type SentField, unknownAt } from './sent-field.js';

/** Lists the fields that a call sends, from its `init` argument: `{ params: { path, query }, body }`. */
export function listSentFields(init: ts.Expression | undefined, project: Project): SentField[] {
  if (!init) return [];
  const fields = ts.isSpreadElement(init)
    ? [unknownAt('', init)]
    : listFields({ node: init, path: '', depth: 0 }, project);
  return fields.flatMap((field): SentField[] => {
    const path = field.path.replace(/^params\./, '');
    if (field.path === '*') return ['path.*', 'query.*', 'body.*'].map((one) => ({ ...field, path: one }));
    if (path === '*') return ['path.*', 'query.*'].map((one) => ({ ...field, path: one }));
    return /^(path\.|query\.|body\b)/.test(path) ? [{ ...field, path }] : [];
  });
}

interface Value {
  readonly node: ts.Expression;
  readonly path: string;
  readonly depth: number;
}

/** A type can contain itself; the fields below are unknown. */
const maxDepth = 8;

function listFields({ node, path, depth }: Value, project: Project): SentField[] {
  if (depth > maxDepth) return [unknownAt(path, node)];
  const inner = (child: ts.Expression, at = path): SentField[] =>
    listFields({ node: child, path: at, depth: depth + 1 }, project);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression);
  if (ts.isConditionalExpression(node)) return eitherOf([inner(node.whenTrue), inner(node.whenFalse)], path);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return inner(node.right);
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return eitherOf([inner(node.left), inner(node.right)], path);
  }
  if (ts.isObjectLiteralExpression(node)) return listProperties(node, { path, inner }, project);
  if (ts.isArrayLiteralExpression(node)) {
    const at = `${path}[]`;
    const elements = node.elements.map((element): SentField[] =>
      ts.isSpreadElement(element)
        ? inner(element.expression)
        : [{ path: at, node: element, values: readValues(element, project) }, ...inner(element, at)],
    );
    return eitherOf(elements, at);
  }
  const constant = ts.isIdentifier(node) ? findConstant(node, project) : undefined;
  if (!constant || !isLiteral(constant.initializer))
    return listTypeFields(project.checker.getTypeAtLocation(node), { node, path, depth }, project);
  const written = inner(constant.initializer);
  return isUnchanged(constant, project) ? written : [...mayBeMissing(written, path), unknownAt(path, node)];
}

function isLiteral(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);
}

interface Inside {
  readonly path: string;
  readonly inner: (child: ts.Expression, at?: string) => SentField[];
}

function listProperties(
  node: ts.ObjectLiteralExpression,
  { path, inner }: Inside,
  project: Project,
): SentField[] {
  const { checker } = project;
  const branch = readBranch(node, project);
  const object = branch === undefined ? path : `${path}(${branch})`;
  return node.properties.flatMap((property): SentField[] => {
    if (ts.isSpreadAssignment(property)) {
      const fields = inner(property.expression, object);
      const isAlways = isObject(checker.getTypeAtLocation(property.expression));
      return isAlways ? fields : mayBeMissing(fields, object);
    }
    const name = property.name && readName(property.name);
    if (name === undefined) return [unknownAt(object, property)];
    const at = append(object, name);
    const value = readValue(property);
    if (!value) return [{ path: at, node: property, values: [] }, unknownAt(at, property)];
    const isOptional = mayBeUndefined(checker.getTypeAtLocation(value));
    const field = { path: at, node: property, values: readValues(value, project) };
    return [{ ...field, ...(isOptional && { isOptional }) }, ...inner(value, at)];
  });
}

/** The value that tells the branch of a union: `wait` for `{ type: 'wait', seconds: 60 }`. */
function readBranch(node: ts.ObjectLiteralExpression, { checker }: Project): string | undefined {
  const expected = checker.getContextualType(node);
  const members = expected ? objectsIn(expected, checker) : [];
  const [first, ...others] = members;
  if (!first || others.length === 0) return undefined;
  const textOf = (type: ts.Type, name: string): string | undefined => {
    const property = checker.getPropertyOfType(type, name);
    const inside = property && checker.getTypeOfSymbolAtLocation(property, node);
    return inside?.isStringLiteral() ? inside.value : undefined;
  };
  const tag = checker
    .getPropertiesOfType(first)
    .find(({ name }) => new Set(members.map((one) => textOf(one, name) ?? '')).size === members.length);
  const own = node.properties.find(({ name }) => tag && name && readName(name) === tag.name);
  const value = own && readValue(own);
  const [text, ...more] = value ? readTexts(checker.getTypeAtLocation(value)) : [];
  return more.length === 0 ? text : undefined;
}

/** The fields of a value that is built elsewhere: those of its type, unless the type is the contract's. */
function listTypeFields(type: ts.Type, { node, path, depth }: Value, project: Project): SentField[] {
  const { checker } = project;
  if (partsOf(type).some(({ flags }) => flags & anything)) return [unknownAt(path, node)];
  const at = isList(type, checker) ? `${path}[]` : path;
  const objects = objectsIn(type, checker).map((object): SentField[] => {
    if (isOfContract(object, project)) return [unknownAt(at, node)];
    if (isValue(object, project)) return [];
    const properties = checker.getPropertiesOfType(object);
    const isOpen = properties.length === 0 || checker.getIndexInfosOfType(object).length > 0;
    if (depth >= maxDepth) return [unknownAt(at, node)];
    const known = properties.flatMap((property): SentField[] => {
      const inside = checker.getTypeOfSymbolAtLocation(property, node);
      const name = append(at, property.name);
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || mayBeUndefined(inside);
      return [
        { path: name, node, values: readTexts(inside), ...(isOptional && { isOptional }) },
        ...listTypeFields(inside, { node, path: name, depth: depth + 1 }, project),
      ];
    });
    return isOpen ? [...known, unknownAt(at, node)] : known;
  });
  return eitherOf(objects, at);
}

const anything =
  ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive | ts.TypeFlags.InstantiableNonPrimitive;
const primitive = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

/** A Date, a Blob or a filter of the client is a value. A mapped type of the library, such as `Partial`, is not. */
function isValue(type: ts.Type, { program }: Project): boolean {
  const isBranded = partsOf(type).some(({ flags }) => flags & primitive);
  if (isBranded || type.getCallSignatures().length > 0) return true;
  const { symbol } = type;
  if (!symbol || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return false;
  return (symbol.declarations ?? []).some((one) => {
    const file = one.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || isFileOfClient(file);
  });
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type];
}

function isObject(type: ts.Type): boolean {
  return type.isUnion()
    ? type.types.every(isObject)
    : (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

function mayBeUndefined(type: ts.Type): boolean {
  const possible = type.isUnion() ? type.types : [type];
  return possible.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}

function isList(type: ts.Type, checker: ts.TypeChecker): boolean {
  return checker.isArrayType(checker.getNonNullableType(type));
}

/** The values of an enumeration, if the contract expects one here. */
function readValues(node: ts.Expression, { checker }: Project): string[] {
  const expected = checker.getContextualType(node);
  if (!expected || readTexts(expected).length === 0) return [];
  return readTexts(checker.getTypeAtLocation(node));
}

function readName(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

/** The value of a property that is written in place. */
export function readValue(property: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}
