import type { JsonObject, OpenApiDocument } from '@parley/contract/documents';
import type { ApiVersion } from '@parley/contract/operations';
import type { OpenLists, OpenType } from '../src/operations/open-lists.js';
import { asList, asObject, findOperation, jsonSchema, resolveSchema } from './read-document.js';

interface Part {
  readonly name: string | undefined;
  readonly schema: JsonObject;
}

/**
 * Finds the open lists in the responses of every operation: `x-extensible-enum`, and the property that distinguishes the
 * choices of an `x-extensible` union. Types without any are left out.
 */
export function buildOpenLists(version: ApiVersion, document: OpenApiDocument): OpenLists {
  const types = new Map<string, OpenType | undefined>();
  const names = new Map<string, string>();
  /** The types that are being read; one that contains itself is among them. */
  const open = new Set<string>();
  const operations: Record<string, string> = {};
  const failures: Part[] = [];
  for (const operation of Object.values(version.operations)) {
    const { responses } = findOperation(document, operation);
    const name = addType(expand(jsonSchema(responses['200'])), operation.operationId);
    if (name !== undefined) operations[`${operation.method.toUpperCase()} ${operation.path}`] = name;
    for (const [status, response] of Object.entries(responses))
      if (status >= '400') failures.push(...expand(jsonSchema(resolveResponse(response))));
  }
  const failure = addType(failures, 'failure');
  const used = new Set(names.values());
  const found = [...types].flatMap(([name, type]) => (type && used.has(name) ? [[name, type] as const] : []));
  return { types: Object.fromEntries(found), operations, ...(failure === undefined ? {} : { failure }) };

  /** Returns the name of the type; undefined when nothing in it can grow. */
  function addType(parts: readonly Part[], place: string): string | undefined {
    const [first, ...others] = new Map(parts.map((part) => [JSON.stringify(part.schema), part])).values();
    if (!first) return undefined;
    const name = others.length === 0 ? (first.name ?? place) : place;
    if (open.has(name)) return name;
    if (!types.has(name)) {
      open.add(name);
      types.set(name, readType([first, ...others], name));
      open.delete(name);
    }
    const type = types.get(name);
    return type && nameOf(type, name);
  }

  /** Types of equal content have one name, that of the first place, so that the table stays small. */
  function nameOf(type: OpenType, name: string): string {
    const content = JSON.stringify(type);
    const known = names.get(content) ?? name;
    names.set(content, known);
    return known;
  }

  function readType(parts: readonly Part[], name: string): OpenType | undefined {
    if (parts.some(({ schema }) => 'x-extensible-enum' in schema)) return readValues(parts);
    const choices = parts.flatMap(({ schema }) =>
      schema['x-extensible'] === true ? expandAll(schema.oneOf) : [],
    );
    const discriminator = findDiscriminator(choices);
    const properties: Record<string, string> = {};
    for (const [property, schemas] of groupProperties([...parts, ...choices])) {
      const place = `${name}.${property}`;
      const isOpen = property === discriminator;
      const type = isOpen
        ? addType(
            [
              {
                name: undefined,
                schema: { 'x-extensible-enum': schemas.map(({ const: value = '' }) => value) },
              },
            ],
            place,
          )
        : addType(schemas.flatMap(expand), place);
      if (type !== undefined) properties[property] = type;
    }
    return Object.values(properties).some((type) => type !== name) ? properties : undefined;
  }

  /** Returns the schemas of the values that are not lists: items and choices instead of lists and closed unions. */
  function expand(given: JsonObject): Part[] {
    const part = resolveSchema(document, given);
    const { schema } = part;
    if (schema.items !== undefined) return expand(asObject(schema.items));
    if (schema['x-extensible'] === true) return [part];
    const choices = [schema.oneOf, schema.anyOf, schema.allOf].flatMap(expandAll);
    return choices.length > 0 ? choices : [part];
  }

  function expandAll(choices: unknown): Part[] {
    return asList(choices).flatMap((choice) => expand(asObject(choice)));
  }

  function resolveResponse(response: JsonObject): JsonObject {
    const name = typeof response.$ref === 'string' ? response.$ref.split('/').at(-1) : undefined;
    return name === undefined ? response : asObject(document.components.responses?.[name]);
  }
}

/** Other choices may have other values at the same place; where they can have any text, nothing is unknown. */
function readValues(parts: readonly Part[]): OpenType | undefined {
  const lists = parts
    .filter(({ schema }) => schema.type !== 'null')
    .map(({ schema }) => schema['x-extensible-enum'] ?? schema.enum ?? (schema.const && [schema.const]));
  return lists.includes(undefined) ? undefined : [...new Set(lists.flatMap(asList).map(String))];
}

function groupProperties(parts: readonly Part[]): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const { schema } of parts)
    for (const [name, value] of Object.entries(asObject(schema.properties)))
      groups.set(name, [...(groups.get(name) ?? []), asObject(value)]);
  return groups;
}

/** The property that has one fixed text in each choice. */
function findDiscriminator(choices: readonly Part[]): string | undefined {
  const all = choices.map(({ schema }) => asObject(schema.properties));
  return Object.keys(all[0] ?? {}).find((name) =>
    all.every((properties) => typeof asObject(properties[name]).const === 'string'),
  );
}
