import { expandSchema, readBranches } from './expand-schema.js';
import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { isObject } from './read-json.js';
import { readObjectSchema } from './read-object-schema.js';
import { readJsonSchema, readResponses } from './read-responses.js';
import type { Context, JsonObject, Placed, Rule } from './redocly-plugin.js';
import { suggestName } from './suggest-name.js';

/**
 * A search filters by fields of its response. `virtual` lists the fields, as `operationId.field`, that are computed for
 * the search and are not in the response. A field of `x-filter-only` must also be a filter field.
 */
export const filterFieldsExist: Rule<{ virtual?: string[] }> = ({ virtual = [] }) => ({
  Paths: {
    Operation(operation, context) {
      const fields = operation['x-filter-fields'];
      if (!isObject(fields)) return;
      const name = nameOperation(operation, context);
      const shown = readItemProperties(operation, context);
      for (const field of unknownNames(operation['x-filter-only'], fields)) {
        context.report({
          message: `${name}: \`${field}\` of \`x-filter-only\` is not a filter field.`,
          location: context.location.child(['x-filter-only']),
        });
      }
      for (const [field, kind] of Object.entries(fields)) {
        if (virtual.includes(`${name}.${field}`)) continue;
        const problem = findProblem(field, kind, shown, context);
        if (problem === undefined) continue;
        context.report({
          message: `${name}: ${problem}`,
          location: context.location.child(['x-filter-fields', field]),
        });
      }
    },
  },
});

function unknownNames(names: unknown, fields: JsonObject): unknown[] {
  return Array.isArray(names) ? names.filter((name) => !(String(name) in fields)) : [];
}

type Properties = ReadonlyMap<string, Placed[]>;

/** Returns the properties of the elements of `data` in the response. */
function readItemProperties(operation: JsonObject, context: Context): Properties {
  const success = readResponses(operation, context).find(({ status }) => status === '200');
  const body = success && readJsonSchema(success, context);
  const lists = body ? (readObjectSchema(body, context).properties.get('data') ?? []) : [];
  const entries = lists.flatMap(({ node, location }) => {
    const items = followReference(node.items, location.child(['items']), context);
    // An item of several kinds has the properties of each kind.
    const kinds = items ? [items, ...readBranches(items, 'oneOf', context)] : [];
    return kinds.flatMap((kind) => [...readObjectSchema(kind, context).properties]);
  });
  return new Map(entries);
}

function findProblem(field: string, kind: unknown, shown: Properties, context: Context): string | undefined {
  if (field.endsWith('.*') || kind === 'attribute') return findFamilyProblem(field, kind, shown);
  const property = shown.get(field);
  if (!property) {
    const nearest = suggestName(field, shown.keys());
    const hint = nearest
      ? `Did you mean \`${nearest}\`?`
      : 'Remove it, or list it as `virtual` in redocly.yaml.';
    return `the filter field \`${field}\` is not a property of the response's items. ${hint}`;
  }
  const schemas = property.flatMap((schema) => expandSchema(schema, context)).map(({ node }) => node);
  if (fits(kind, schemas)) return undefined;
  const fitting = Object.keys(kinds).find((name) => fits(name, schemas));
  const hint = fitting ? `It is of kind \`${fitting}\`.` : 'It cannot be filtered.';
  return `the filter field \`${field}\` is not of kind \`${kind}\` in the response. ${hint}`;
}

/** `attributes.*` matches the attributes that a tenant defines, each compared by its own type. */
function findFamilyProblem(field: string, kind: unknown, shown: Properties): string | undefined {
  const [prefix = '', ...rest] = field.split('.');
  if (kind !== 'attribute' || rest.join('.') !== '*') {
    return `the filter field \`${field}\` of kind \`${kind}\`: only a name that ends in \`.*\` can have the kind \`attribute\`, and it must.`;
  }
  return shown.has(prefix)
    ? undefined
    : `the filter field \`${field}\` needs a property \`${prefix}\` of the response's items.`;
}

function fits(kind: unknown, schemas: readonly JsonObject[]): boolean {
  const describes = new Map(Object.entries(kinds)).get(String(kind));
  return describes !== undefined && schemas.some(describes);
}

const hasType = ({ type }: JsonObject, ...names: string[]): boolean =>
  [type].flat().some((name) => names.some((known) => known === name));

const kinds: Readonly<Record<string, (schema: JsonObject) => boolean>> = {
  id: ({ format }) => format === 'uuid',
  // A day is compared as its beginning in UTC.
  timestamp: ({ format }) => format === 'date-time' || format === 'date',
  enum: (schema) => 'enum' in schema || 'const' in schema || 'x-extensible-enum' in schema,
  text: (schema) =>
    hasType(schema, 'string') &&
    !('enum' in schema || 'const' in schema) &&
    !['uuid', 'date-time', 'date'].includes(String(schema.format)),
  number: (schema) => hasType(schema, 'integer', 'number'),
  boolean: (schema) => hasType(schema, 'boolean'),
};
