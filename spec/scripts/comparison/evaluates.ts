import { isObject, listOf, objectOf } from '../../rules/read-json.js';
import type { ContractDocument } from '../read-document.js';
import { type Part, readPointer } from './read-parts.js';

/** Whether the schema of a part, or one that it applies to the same object, says something about a property. */
export function evaluates({ document, pointer }: Part, property: string): boolean {
  const applied = listApplied(document, readPointer(document, pointer), new Set());
  return applied.some(
    (schema) => property in objectOf(schema.properties) || open.some((keyword) => isOpen(schema[keyword])),
  );
}

/** A schema for all other properties evaluates them; `false` refuses them, in the part that has it. */
const open = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];

function isOpen(keyword: unknown): boolean {
  return keyword === true || isObject(keyword);
}

/** The schema, and all schemas that can apply to the same object; each once, since a schema can contain itself. */
function listApplied(
  document: ContractDocument,
  schema: unknown,
  known: Set<unknown>,
): Array<Record<string, unknown>> {
  if (!isObject(schema) || known.has(schema)) return [];
  known.add(schema);
  const { $ref, dependentSchemas } = schema;
  const applied = [
    ...(typeof $ref === 'string' ? [readPointer(document, $ref)] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword])),
    ...['if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...Object.values(objectOf(dependentSchemas)),
  ];
  return [schema, ...applied.flatMap((one) => listApplied(document, one, known))];
}
