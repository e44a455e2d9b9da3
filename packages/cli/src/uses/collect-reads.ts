import ts from 'typescript';
import { declaredBy, isOfContract, objectsIn, readAccess } from './declared-by.js';
import { nameOfBinding } from './lists.js';
import { append, type Field, type Holder, isField, type Origin } from './origin.js';
import type { Project } from './project.js';
import type { Recorder } from './record.js';
import type { Tracer } from './trace-origin.js';

export interface Reading {
  readonly project: Project;
  readonly tracer: Tracer;
  readonly recorder: Recorder;
  /** The versions whose client the project calls. */
  readonly versions: ReadonlySet<string>;
}

/** Records the fields that an expression or a pattern reads by name. */
export function collectRead(node: ts.Node, reading: Reading): void {
  const { project, tracer } = reading;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    // The name in `interface Own extends api.Chat` is a type.
    if (ts.isExpressionWithTypeArguments(node.parent)) return;
    const base = tracer.trace(node.expression);
    const at = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
    const properties = readAccess(node, project);
    for (const [name, symbol] of properties)
      recordFields(tracer.traceProperty(base, name, declaredBy(symbol, project)), at, reading);
    if (properties.length === 0 && isMapAccess(node, project)) recordEverything(node.expression, at, reading);
  } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    collectBinding(node, node.parent, reading);
  } else if (ts.isBinaryExpression(node)) {
    collectTest(node, reading);
  }
}

function collectBinding(node: ts.BindingElement, pattern: ts.ObjectBindingPattern, reading: Reading): void {
  const { project, tracer } = reading;
  const { checker } = project;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(pattern));
  const base = tracer.tracePattern(pattern);
  const name = nameOfBinding(node);
  if (node.dotDotDotToken || name === undefined) {
    if (isOfContract(type, project)) recordWhole(base, type, node, reading);
    return;
  }
  const declared = declaredBy(checker.getPropertyOfType(type, name), project);
  recordFields(tracer.traceProperty(base, name, declared), node, reading);
}

/** `'openUntil' in chat`, and `({ openUntil, contact: { email } } = chat)`. */
function collectTest({ left, right, operatorToken }: ts.BinaryExpression, reading: Reading): void {
  const { project, tracer } = reading;
  const { checker } = project;
  const whole = { origins: tracer.trace(right), type: checker.getTypeAtLocation(right) };
  if (operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isStringLiteral(left))
    readField(whole, left.text, left, reading);
  if (operatorToken.kind === ts.SyntaxKind.EqualsToken) collectAssigned(left, whole, reading);
}

interface Whole {
  readonly origins: readonly Origin[];
  readonly type: ts.Type;
}

/** Records a field, and returns its values. */
function readField({ origins, type }: Whole, name: string, node: ts.Node, reading: Reading): Whole[] {
  const { project, tracer } = reading;
  const { checker } = project;
  const present = checker.getNonNullableType(type);
  return (present.isUnion() ? present.types : [present]).flatMap((object): Whole[] => {
    const symbol = checker.getPropertyOfType(object, name);
    const fields = tracer.traceProperty(origins, name, declaredBy(symbol, project));
    recordFields(fields, node, reading);
    return symbol ? [{ origins: fields, type: checker.getTypeOfSymbolAtLocation(symbol, node) }] : [];
  });
}

/** The fields that an assignment takes apart; a pattern can contain others, and defaults. */
function collectAssigned(pattern: ts.Expression, whole: Whole, reading: Reading): void {
  if (ts.isBinaryExpression(pattern)) collectAssigned(pattern.left, whole, reading);
  if (!ts.isObjectLiteralExpression(pattern)) return;
  for (const property of pattern.properties) {
    const { name } = property;
    if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) {
      const values = readField(whole, name.text, property, reading);
      if (!ts.isPropertyAssignment(property)) continue;
      for (const value of values) collectAssigned(property.initializer, value, reading);
    } else if (isOfContract(whole.type, reading.project))
      recordWhole(whole.origins, whole.type, property, reading);
  }
}

/** Whether an access with a computed key reads an unknown field; the elements of a list are no fields. */
function isMapAccess({ expression }: { readonly expression: ts.Expression }, project: Project): boolean {
  const type = project.checker.getNonNullableType(project.checker.getTypeAtLocation(expression));
  return !project.checker.isArrayType(type) && isOfContract(type, project);
}

export function recordFields(
  origins: readonly Origin[],
  node: ts.Node,
  { project, recorder }: Reading,
): void {
  for (const field of mergeEvents(origins.filter(isField), project)) {
    const { kind, version, user, path, schema } = field;
    if (kind === 'schema') recorder.add('schemaFields', `${version} ${schema}`, node);
    else
      recorder.add(kind === 'event' ? 'eventFields' : 'responseFields', `${version} ${user} ${path}`, node, {
        ...(schema !== undefined && { schema }),
      });
  }
}

/** A field of every event of a version is one use, with `*` as the name of the event. */
export function mergeEvents(fields: readonly Field[], { types }: Project): Field[] {
  const events = fields.filter(({ kind }) => kind === 'event');
  const groups = new Map<string, Field[]>();
  for (const field of events) {
    const key = `${field.version} ${field.path}`;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  const merged = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = new Set(group.map(({ user }) => user));
    const all = first && types.contracts.get(first.version)?.eventNames;
    const isAll = first && (first.path === 'event' || (all && [...all].every((name) => names.has(name))));
    if (!first || !isAll) return group;
    const { schema: _, ...shared } = first;
    return [{ ...shared, user: '*' }];
  });
  return [...fields.filter(({ kind }) => kind !== 'event'), ...merged];
}

/** Records that every field of a value may be read. */
export function recordEverything(value: ts.Expression, node: ts.Node, reading: Reading): void {
  recordWhole(reading.tracer.trace(value), reading.project.checker.getTypeAtLocation(value), node, reading);
}

function recordWhole(origins: readonly Origin[], type: ts.Type, node: ts.Node, reading: Reading): void {
  const fields = origins.filter(isField).filter(({ kind }) => kind !== 'schema');
  const holders = origins.filter(
    (origin): origin is Holder => !isField(origin) && origin.kind !== 'unknown' && origin.kind !== 'error',
  );
  const whole = [
    ...fields.map((field) => ({ ...field, path: append(field.path, '*') })),
    ...holders.map(({ version, user }): Field => ({ kind: 'response', version, user, path: 'data.*' })),
  ].map(({ schema: _, ...field }) => field);
  const isKnown = whole.length > 0 && !origins.some(({ kind }) => kind === 'unknown' || kind === 'schema');
  recordFields(isKnown ? whole : [...whole, ...listSchemas(type, reading.project)], node, reading);
}

/** The schemas that declare the properties of a type, each with all of its fields. */
function listSchemas(type: ts.Type, project: Project): Field[] {
  const properties = objectsIn(type, project.checker).flatMap((object) =>
    project.checker.getPropertiesOfType(object),
  );
  const found = properties
    .flatMap((property) => declaredBy(property, project))
    .flatMap((declared): Field[] => {
      const { version } = declared;
      if (declared.kind === 'response')
        return [
          { kind: 'response', version, user: declared.operation, path: append(parentOf(declared.path), '*') },
        ];
      if (declared.kind !== 'schema') return [];
      const [event] = project.types.contracts.get(version)?.events.get(declared.name) ?? [];
      if (event !== undefined) return [{ kind: 'event', version, user: event, path: '*' }];
      const schema = append(append(declared.name, parentOf(declared.path)), '*');
      return [{ kind: 'schema', version, user: '', path: '', schema }];
    });
  return [...new Map(found.map((field) => [JSON.stringify(field), field])).values()];
}

function parentOf(path: string): string {
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
}
