import type { Json, JsonObject, OpenApiDocument } from '@parley/contract/documents';
import { code } from '../markdown.js';
import { isObject, readObject } from '../read-node.js';
import { describeType, listChoices } from './describe-type.js';
import { escapeProse } from './escape-prose.js';

/** Renders the fields of an object as a list, with those of nested objects below them. */
export function renderFields(document: OpenApiDocument, schema: JsonObject): string {
  return listFields({ document, open: [] }, schema).join('\n');
}

interface Place {
  readonly document: OpenApiDocument;
  /** What identifies the schemas around this place. A schema that contains itself is shown once. */
  readonly open: readonly Json[];
}

function listFields(place: Place, schema: JsonObject): string[] {
  const { properties, required } = mergeParts(place.document, schema);
  const inner = { ...place, open: [...place.open, keyOf(schema)] };
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(place.document, property);
    const presence = required.has(name) ? ', required' : '';
    const marks = [
      field['x-extension'] === true ? ' *Extension.*' : '',
      field.deprecated === true ? ' *Deprecated.*' : '',
    ];
    const type = describeType(place.document, field);
    const text = describe(field);
    const head = `- ${code(name)} (${type}${presence}).${marks.join('')}${text === '' ? '' : ` ${text}`}`;
    return [indentRest(head), ...listNested(inner, field).map(indent)];
  });
}

/** Lists the fields of the object, of the items of a list, or of each choice. */
function listNested(place: Place, field: JsonObject): string[] {
  const { document } = place;
  const schema = isObject(field.items) ? resolve(document, field.items) : field;
  const target = isObject(schema.additionalProperties)
    ? resolve(document, schema.additionalProperties)
    : schema;
  const choices = listChoices(document, target);
  if (choices.length > 1 && choices.some((choice) => isObject(choice.properties))) {
    if (place.open.includes(keyOf(target))) return ['- The same choices as above.'];
    const inner = { ...place, open: [...place.open, keyOf(target)] };
    return choices.flatMap((choice) => listChoice(inner, choice));
  }
  const [only = target] = choices;
  const item = isObject(only.items) ? resolve(document, only.items) : only;
  return place.open.includes(keyOf(item)) ? ['- The same fields as above.'] : listFields(place, item);
}

function listChoice(place: Place, choice: JsonObject): string[] {
  const head = `- **${String(choice.title ?? 'Choice')}**: ${describe(choice)}`;
  return [indentRest(head), ...listFields(place, choice).map(indent)];
}

/** A reference with a description of its own is a new object with the same content. */
function keyOf(schema: JsonObject): Json {
  return schema.properties ?? schema.oneOf ?? schema.allOf ?? schema;
}

/** The fields of all parts of an `allOf` together. */
function mergeParts(document: OpenApiDocument, schema: JsonObject): Merged {
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map((part) => readObject(document, part)) : [];
  const merged = parts.map((part) => mergeParts(document, part));
  const { properties, required } = schema;
  return {
    properties: Object.assign(
      {},
      ...merged.map((one) => one.properties),
      isObject(properties) ? properties : {},
    ),
    required: new Set([
      ...merged.flatMap((one) => [...one.required]),
      ...(Array.isArray(required) ? required : []),
    ]),
  };
}

interface Merged {
  readonly properties: JsonObject;
  readonly required: ReadonlySet<unknown>;
}

/** A description beside a reference replaces the one of the schema. */
export function resolve(document: OpenApiDocument, value: unknown): JsonObject {
  const target = readObject(document, value);
  if (!isObject(value) || value.$ref === undefined || Object.keys(value).length === 1) return target;
  const { $ref: _, ...own } = value;
  return { ...target, ...own };
}

function describe({ description, ...schema }: JsonObject): string {
  const text = typeof description === 'string' ? escapeProse(description.trim()) : '';
  const isOpen = Array.isArray(schema['x-extensible-enum']) || schema['x-extensible'] === true;
  return isOpen ? `${text} Accept other values than these as well.`.trim() : text;
}

/** The lines after the first belong to the same item of the list. */
function indentRest(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function indent(text: string): string {
  return `  ${indentRest(text)}`;
}
