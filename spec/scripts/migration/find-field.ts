import { stringsOf } from '../../rules/read-json.js';
import { childNode, type DocumentNode } from '../read-document.js';
import { expandSchemas, readProperties } from '../read-schema.js';

/** Finds the schemas at the end of a path such as `events[].scopes[].ids[]`; none when there is no such field. */
export function findField(schemas: readonly DocumentNode[], path: string): readonly DocumentNode[] {
  const steps = path.match(/\[\]|\{\}|\{key\}|[^.[\]{}]+/g) ?? [];
  return steps.reduce<readonly DocumentNode[]>((found, step) => takeStep(found, step), schemas);
}

function takeStep(schemas: readonly DocumentNode[], step: string): readonly DocumentNode[] {
  const all = expandSchemas(schemas);
  const below = (keyword: string) =>
    all.filter(({ value }) => keyword in value).map((schema) => childNode(schema, keyword));
  if (step === '[]') return below('items');
  if (step === '{}') return below('additionalProperties');
  if (step === '{key}') return all.filter(({ value }) => 'additionalProperties' in value);
  return readProperties(schemas).get(step) ?? [];
}

/** Lists all values that a field may have, where they are listed. */
export function listValues(schemas: readonly DocumentNode[]): string[] {
  return expandSchemas(schemas).flatMap(({ value }) =>
    typeof value.const === 'string' ? [value.const] : stringsOf(value.enum),
  );
}

export function isBoolean(schemas: readonly DocumentNode[]): boolean {
  return expandSchemas(schemas).some(({ value }) => value.type === 'boolean');
}
