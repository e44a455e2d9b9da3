import { type Document, findReference, follow } from '../document/document.js';
import { asArray, asObject, isObject, type JsonObject } from '../document/json.js';
import { compilePattern, plainKeywords, schemaKeywords, schemaLists, schemaMaps } from './keywords.js';
import { nameBranches } from './name-branches.js';
import { upgradeSchema } from './upgrade-schema.js';

export type Schema = JsonObject | boolean;

export interface Reading {
  /** A request omits `readOnly` properties, a response omits `writeOnly` ones. */
  readonly direction: 'request' | 'response';
  /** Whether an object may contain only the properties that its schema declares. */
  readonly closed: boolean;
}

/**
 * Converts a schema of the document to self-contained JSON Schema 2020-12. The schemas that it refers to are in
 * `$defs`, which all schemas of one document and direction share. Invalid parts are dropped with a warning, so that any
 * document can be read.
 */
export function convertSchema(document: Document, schema: unknown, reading: Reading): JsonObject {
  const definitions = definitionsOf(document, reading);
  if (!isObject(schema)) return convertOnce({ document, reading, definitions, open: new Set() }, schema);
  // Many operations refer to the same responses.
  const known = definitions.converted.get(schema);
  if (known) return known;
  const result = convertOnce({ document, reading, definitions, open: new Set() }, schema);
  definitions.converted.set(schema, result);
  return result;
}

function convertOnce(conversion: Conversion, schema: unknown): JsonObject {
  const own = convert(conversion, schema, conversion.reading.closed);
  return { ...(isObject(own) ? own : whole(own)), $defs: conversion.definitions.schemas };
}

/** The state that all conversions of a document in one direction share. */
interface Definitions {
  readonly schemas: JsonObject;
  /** Names in `schemas` by reference; set before the schema is converted, so that recursion ends. */
  readonly names: Map<string, string>;
  readonly converted: WeakMap<JsonObject, JsonObject>;
}

const definitionsByRoot = new WeakMap<JsonObject, Map<string, Definitions>>();

function definitionsOf({ root }: Document, { direction, closed }: Reading): Definitions {
  const byReading = definitionsByRoot.get(root) ?? new Map<string, Definitions>();
  definitionsByRoot.set(root, byReading);
  const key = `${direction} ${closed}`;
  const definitions = byReading.get(key) ?? { schemas: {}, names: new Map(), converted: new WeakMap() };
  byReading.set(key, definitions);
  return definitions;
}

/** Converts the value of a keyword; a value that is not a schema allows everything. */
export function toSchema(value: unknown): Schema {
  return typeof value === 'boolean' || isObject(value) ? value : true;
}

interface Conversion {
  readonly document: Document;
  readonly reading: Reading;
  readonly definitions: Definitions;
  /** References that are being converted for the same value; a repeated one adds nothing. */
  readonly open: ReadonlySet<string>;
}

function whole(schema: boolean): JsonObject {
  return schema ? {} : { not: {} };
}

function convert(conversion: Conversion, value: unknown, closed: boolean): Schema {
  if (typeof value === 'boolean') return value;
  if (!isObject(value)) return true;
  const reference = value.$ref ?? value.$dynamicRef;
  if (typeof reference === 'string' && (conversion.document.isOld || Object.keys(value).length === 1)) {
    return define(conversion, reference, closed);
  }
  const schema = nameBranches(conversion.document, upgradeSchema(value));
  const joins = isJoin(schema, reference);
  const converted = convertKeywords(conversion, schema, closed && !joins);
  if (typeof reference === 'string') {
    const target = define(conversion, reference, closed && !joins);
    converted.allOf = [...asArray(converted.allOf), target];
  }
  if (closed && joins && namesProperties(conversion.document, value) && !saysOtherwise(schema)) {
    converted.unevaluatedProperties = false;
  }
  return converted;
}

function convertKeywords(conversion: Conversion, schema: JsonObject, closed: boolean): JsonObject {
  const converted: JsonObject = {};
  const absent = absentProperties(conversion, schema);
  for (const [keyword, value] of Object.entries(schema)) {
    if (schemaKeywords.has(keyword)) converted[keyword] = convertPart(conversion, keyword, value);
    else if (schemaLists.has(keyword)) convertList(conversion, converted, { keyword, value, closed });
    else if (schemaMaps.has(keyword)) converted[keyword] = convertMap(conversion, { keyword, value, absent });
    else copyPlain(conversion, converted, { keyword, value });
  }
  if (absent.size > 0 && Array.isArray(converted.required)) {
    converted.required = converted.required.filter((name) => !absent.has(name));
  }
  return converted;
}

/** Keywords whose schemas apply to the same value; the other keywords apply to inner values. */
const ofTheSameValue = new Set(['not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas']);

function convertPart(conversion: Conversion, keyword: string, value: unknown): Schema {
  if (ofTheSameValue.has(keyword)) return convert(conversion, value, false);
  return convertInner(conversion, value);
}

function convertInner(conversion: Conversion, value: unknown): Schema {
  return convert({ ...conversion, open: new Set() }, value, conversion.reading.closed);
}

function convertList(
  conversion: Conversion,
  converted: JsonObject,
  { keyword, value, closed }: { keyword: string; value: unknown; closed: boolean },
): void {
  if (!Array.isArray(value) || value.length === 0) return;
  const isClosed = closed && keyword !== 'allOf';
  converted[keyword] = value.map((branch) =>
    ofTheSameValue.has(keyword) ? convert(conversion, branch, isClosed) : convertInner(conversion, branch),
  );
}

function convertMap(
  conversion: Conversion,
  { keyword, value, absent }: { keyword: string; value: unknown; absent: ReadonlySet<string> },
): JsonObject {
  const entries = Object.entries(asObject(value)).filter(([name]) => !absent.has(name));
  const converted = entries.map(([name, inner]) => [name, convertPart(conversion, keyword, inner)] as const);
  if (keyword !== 'patternProperties') return Object.fromEntries(converted);
  return Object.fromEntries(converted.map(([pattern, inner]) => keepUsable(conversion, pattern, inner)));
}

/** A pattern that cannot be compiled could match any name, with any value. */
function keepUsable({ document }: Conversion, pattern: string, schema: Schema): [string, Schema] {
  if (compilePattern(pattern)) return [pattern, schema];
  document.notes.add(`a schema has patternProperties with ${pattern}, which is not a valid pattern; ignored`);
  return ['', true];
}

function copyPlain(
  { document }: Conversion,
  converted: JsonObject,
  { keyword, value }: { keyword: string; value: unknown },
): void {
  const accepts = Object.hasOwn(plainKeywords, keyword) ? plainKeywords[keyword] : undefined;
  if (!accepts) return;
  if (accepts(value)) converted[keyword] = value;
  else document.notes.add(`a schema has ${keyword}: ${JSON.stringify(value)}, which has no meaning; ignored`);
}

function define(conversion: Conversion, reference: string, closed: boolean): Schema {
  const { document, definitions } = conversion;
  const key = `${closed} ${reference}`;
  if (conversion.open.has(reference)) {
    document.notes.add(`${reference} contains itself`);
    return true;
  }
  const known = definitions.names.get(key);
  if (known !== undefined) return { $ref: `#/$defs/${known}` };
  const target = findReference(document, reference);
  if (target === undefined) return true;
  const name = `s${definitions.names.size}`;
  definitions.names.set(key, name);
  const inner = { ...conversion, open: new Set([...conversion.open, reference]) };
  definitions.schemas[name] = convert(inner, target, closed);
  return { $ref: `#/$defs/${name}` };
}

function absentProperties({ document, reading }: Conversion, schema: JsonObject): ReadonlySet<string> {
  const flag = reading.direction === 'request' ? 'readOnly' : 'writeOnly';
  const names = Object.entries(asObject(schema.properties))
    .filter(([, property]) => follow(document, property)[flag] === true || asObject(property)[flag] === true)
    .map(([name]) => name);
  return new Set(names);
}

function isJoin(schema: JsonObject, reference: unknown): boolean {
  return schema.allOf !== undefined || schema.properties !== undefined || typeof reference === 'string';
}

function saysOtherwise(schema: JsonObject): boolean {
  return schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined;
}

/** Whether the schema names any property. In practice, a schema that names none means an object with any keys. */
function namesProperties(document: Document, value: unknown, seen = new Set<unknown>()): boolean {
  const schema = follow(document, value);
  if (seen.has(schema)) return false;
  seen.add(schema);
  const own = asObject(value);
  return (
    own.properties !== undefined ||
    schema.properties !== undefined ||
    [...asArray(own.allOf), ...asArray(schema.allOf)].some((part) => namesProperties(document, part, seen))
  );
}
