import ts from 'typescript';
import type { Given } from './client-call.js';
import { isOfContract, objectsIn } from './declared-by.js';
import { findConstant, isUnchanged } from './is-unchanged.js';
import { append } from './origin.js';
import type { Project } from './project.js';
import { readTexts } from './read-texts.js';
import { eitherOf, mayBeMissing, type SentField, unknownAt } from './sent-field.js';
import { isList, isObject, isValue, mayBeUndefined, partsOf } from './type-facts.js';

/** Lists the fields that a call sends, from its arguments: `{ params: { path, query }, body }`, or an id and a body. */
export function listSentFields(given: readonly Given[], project: Project): SentField[] {
  const fields = given.flatMap((one) => listGivenFields(one, project));
  return fields.flatMap((field): SentField[] => {
    const path = field.path.replace(/^params\./, '');
    if (field.path === '*') return ['path.*', 'query.*', 'body.*'].map((one) => ({ ...field, path: one }));
    if (path === '*') return ['path.*', 'query.*'].map((one) => ({ ...field, path: one }));
    return /^(path\.|query\.|body\b)/.test(path) ? [{ ...field, path }] : [];
  });
}

function listGivenFields({ node, path, names }: Given, project: Project): SentField[] {
  if (path === '*') return [unknownAt('', node)];
  const fields = listFields({ node, path, depth: 0, lists: new Map() }, project);
  if (path === '') return fields;
  if (names) return fields.filter((field) => isNamed(field.path.slice(path.length + 1), names));
  const type = project.checker.getTypeAtLocation(node);
  const isNothing = (type.flags & ts.TypeFlags.Undefined) !== 0;
  const own = { path, node, values: [], ...(mayBeUndefined(type) && { isOptional: true }) };
  return isNothing ? [] : [own, ...fields];
}

/** Whether a path such as `events[]` begins with one of the names; `*` can be any name. */
function isNamed(path: string, names: readonly string[]): boolean {
  const [first = ''] = path.split(/[.[]/);
  return first === '*' || names.includes(first);
}

interface Value {
  readonly node: ts.Expression;
  readonly path: string;
  readonly depth: number;
  /** The lists around the value: the path of their elements, by the type that the contract expects of an element. */
  readonly lists: ReadonlyMap<ts.Type, string>;
  /** The type that the contract expects, if the compiler does not know it from the place of the node. */
  readonly expected?: ts.Type | undefined;
}

/** A type can contain itself; the fields below are unknown. */
const maxDepth = 8;

function listFields(value: Value, project: Project): SentField[] {
  const { node, path, depth, lists } = value;
  if (depth > maxDepth) return [unknownAt(path, node)];
  const expected = project.checker.getContextualType(node) ?? value.expected;
  const inner = (child: ts.Expression, at = path, given?: ts.Type): SentField[] =>
    listFields({ node: child, path: at, depth: depth + 1, lists, expected: given }, project);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression, path, expected);
  if (ts.isConditionalExpression(node)) return eitherOf([inner(node.whenTrue), inner(node.whenFalse)], path);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return inner(node.right);
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return eitherOf([inner(node.left), inner(node.right)], path);
  }
  if (ts.isObjectLiteralExpression(node)) return listProperties(node, { path, inner }, project);
  if (ts.isArrayLiteralExpression(node)) {
    const { at, lists: inside, element: given } = enterList(expected, value, project);
    const elements = node.elements.map((element): SentField[] => {
      if (ts.isSpreadElement(element)) return inner(element.expression, path, expected);
      const field = { path: at, node: element, values: readValues(element, project, given) };
      return [field, ...listFields({ node: element, path: at, depth: depth + 1, lists: inside }, project)];
    });
    return eitherOf(elements, at);
  }
  const constant = ts.isIdentifier(node) ? findConstant(node, project) : undefined;
  if (!constant || !isLiteral(constant.initializer))
    return listTypeFields(project.checker.getTypeAtLocation(node), { ...value, expected }, project);
  const written = inner(constant.initializer, path, expected);
  return isUnchanged(constant, project) ? written : [...mayBeMissing(written, path), unknownAt(path, node)];
}

/**
 * The path of the elements of a list. Steps inside a step have the path of the outermost steps, as in the comparison of
 * contracts and in the counts of the server.
 */
function enterList(
  expected: ts.Type | undefined,
  { path, lists }: Value,
  project: Project,
): { readonly at: string; readonly lists: Value['lists']; readonly element: ts.Type | undefined } {
  const { checker } = project;
  const list = expected && checker.getNonNullableType(expected);
  const element = list && checker.getIndexTypeOfType(list, ts.IndexKind.Number);
  const at = (element && lists.get(element)) ?? `${path}[]`;
  return {
    at,
    element,
    lists: element && isOfContract(element, project) ? new Map([...lists, [element, at]]) : lists,
  };
}

function isLiteral(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isLiteral(node.expression);
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
  const own: SentField[] = [];
  const nested: SentField[][] = [];
  for (const property of node.properties) {
    const name = property.name && readName(property.name);
    if (ts.isSpreadAssignment(property)) {
      const fields = inner(property.expression, object);
      const isAlways = isObject(checker.getTypeAtLocation(property.expression));
      own.push(...(isAlways ? fields : mayBeMissing(fields, object)));
    } else if (name === undefined) {
      own.push(unknownAt(object, property));
    } else {
      const at = append(object, name);
      const value = readValue(property);
      const isOptional = value && mayBeUndefined(checker.getTypeAtLocation(value));
      const values = value ? readValues(value, project) : [];
      own.push({ path: at, node: property, values, ...(isOptional && { isOptional }) });
      nested.push(value ? inner(value, at) : [unknownAt(at, property)]);
    }
  }
  // Objects inside this one can have the same path.
  return eitherOf([own, ...nested]);
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
function listTypeFields(type: ts.Type, value: Value, project: Project): SentField[] {
  const { node, path, depth, expected = type } = value;
  const { checker } = project;
  if (partsOf(type).some(({ flags }) => flags & anything)) return [unknownAt(path, node)];
  const { at, lists } = isList(type, checker)
    ? enterList(expected, value, project)
    : { at: path, lists: value.lists };
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
        ...listTypeFields(inside, { node, path: name, depth: depth + 1, lists }, project),
      ];
    });
    return isOpen ? [...known, unknownAt(at, node)] : known;
  });
  return [...listTexts(type, value, at, project), ...eitherOf(objects, at)];
}

/** The values of a list that is known only by its type; unknown where any text can stand for one of the contract's. */
function listTexts(
  type: ts.Type,
  { node, path, expected = type }: Value,
  at: string,
  project: Project,
): SentField[] {
  const { checker } = project;
  const elementOf = (list: ts.Type): ts.Type | undefined =>
    checker.getIndexTypeOfType(checker.getNonNullableType(list), ts.IndexKind.Number);
  const [own, wanted] = isList(type, checker) ? [elementOf(type), elementOf(expected)] : [type, expected];
  if (!own || !wanted || readTexts(wanted).length === 0) return [];
  const values = readTexts(own);
  const isOpen = partsOf(own).some(({ flags }) => (flags & openText) !== 0);
  return [
    ...(at !== path && values.length > 0 ? [{ path: at, node, values }] : []),
    ...(isOpen ? [unknownAt(path, node)] : []),
  ];
}

const openText = ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral;

const anything =
  ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive | ts.TypeFlags.InstantiableNonPrimitive;

/** The values of an enumeration, if the contract expects one here. */
function readValues(node: ts.Expression, { checker }: Project, given?: ts.Type): string[] {
  const expected = checker.getContextualType(node) ?? given;
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
