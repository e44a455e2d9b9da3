import { readBranches } from './expand-schema.js';
import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { isObject } from './read-json.js';
import { readJsonSchema } from './read-responses.js';
import type { Context, JsonObject, Placed, Rule } from './redocly-plugin.js';
import { type SchemaStep, walkSchemas } from './walk-schemas.js';

/** v3 refuses unknown fields, so that a misspelt optional field is not silently ignored. */
export const requestBodyIsClosed: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
      const start = body && readJsonSchema(body, context);
      if (!start) return;
      for (const step of walkSchemas(start, context)) {
        const problem = findProblem(step, context);
        if (problem === undefined) continue;
        context.report({
          message: `${nameOperation(operation, context)}: ${problem}`,
          location: step.location,
        });
      }
    },
  },
});

function findProblem(step: SchemaStep, context: Context): string | undefined {
  const { node, composedBy } = step;
  if (hasType(node, 'object') || 'properties' in node) {
    if (!isClosed(node) && !(composedBy && isClosed(composedBy.node)))
      return 'an object of the request body is open to unknown keys. Add `additionalProperties: false` (`unevaluatedProperties: false` next to an allOf), or give the map a value schema.';
    if (isUnexplainedMap(step, context))
      return 'a map of the request body accepts any JSON but has no description. Add a type of its values, or a description.';
  }
  if (hasType(node, 'array') && !('items' in node || 'prefixItems' in node))
    return 'a list of the request body may contain anything. Add `items`.';
  const mayBeAnything = composedBy === undefined && step.keyword !== 'additionalProperties';
  return mayBeAnything && !isTyped(step, context)
    ? 'a value of the request body may be anything. Give it a type, or refer to a schema that has one.'
    : undefined;
}

function hasType({ type }: JsonObject, name: string): boolean {
  return [type].flat().includes(name);
}

function isClosed(schema: JsonObject): boolean {
  return (
    schema.additionalProperties === false ||
    schema.unevaluatedProperties === false ||
    (isMap(schema) && (schema.additionalProperties === true || isObject(schema.additionalProperties)))
  );
}

/** An object without properties is a map with keys that the caller chooses. */
function isMap(schema: JsonObject): boolean {
  return !('properties' in schema);
}

/** Free JSON is allowed where it is intended; then the map or its values have a description. */
function isUnexplainedMap({ node, location }: Placed, context: Context): boolean {
  const { additionalProperties: values } = node;
  if (!isMap(node) || 'description' in node || !values) return false;
  const schema = followReference(values, location.child(['additionalProperties']), context);
  return !schema || !('description' in schema.node || isTyped(schema, context));
}

function isTyped(schema: Placed, context: Context): boolean {
  if (['type', 'enum', 'const'].some((keyword) => keyword in schema.node)) return true;
  const readTyped = (keyword: string): boolean[] =>
    readBranches(schema, keyword, context).map((branch) => isTyped(branch, context));
  return (
    readTyped('allOf').includes(true) ||
    ['oneOf', 'anyOf'].map(readTyped).some((branches) => branches.length > 0 && !branches.includes(false))
  );
}
