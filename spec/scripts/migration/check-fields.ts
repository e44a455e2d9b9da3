import { listOf } from '../../rules/read-json.js';
import type { DocumentNode } from '../read-document.js';
import { expandSchemas } from '../read-schema.js';
import { findField, isBoolean, listValues } from './find-field.js';
import type { FieldMigration } from './migration.js';

interface Bodies {
  readonly legacy: readonly DocumentNode[];
  readonly current: readonly DocumentNode[];
}

/** Returns the problems of the fields of one body: names and values that v3 does not have. */
export function checkFields(place: string, fields: readonly FieldMigration[], bodies: Bodies): string[] {
  return fields.flatMap((field) => [...findProblems(field, bodies)].map((problem) => `${place}: ${problem}`));
}

function* findProblems(field: FieldMigration, { legacy, current }: Bodies): Generator<string> {
  if (field.to === null) return;
  const target = findField(current, field.to);
  if (target.length === 0) {
    yield `\`${field.from}\` is mapped to \`${field.to}\`, which v3 does not have. Declare its new location in \`x-successor\`, or that it was removed.`;
    return;
  }
  for (const path of Object.keys(field.with ?? {})) {
    if (findField(current, path).length === 0) yield `\`${path}\` must be set, but v3 does not have it.`;
  }
  yield* findWrongFilter(field, current);
  yield* findWrongValues(field, findField(legacy, field.from), target);
}

/** Reports a filter that names a field by which the search cannot filter. */
function* findWrongFilter(
  { from, template }: FieldMigration,
  current: readonly DocumentNode[],
): Generator<string> {
  const [, name] = /^\w+\((\w+),/.exec(template ?? '') ?? [];
  if (name === undefined) return;
  const fields = current.flatMap(({ document, pointer }) => filterFieldsOf(document, pointer));
  if (!fields.includes(name))
    yield `\`${from}\` became a filter by \`${name}\`, which is not a filter field.`;
}

function filterFieldsOf(document: object, pointer: string): string[] {
  const [, path = '', method = ''] = /^#\/paths\/([^/]+)\/(\w+)/.exec(pointer) ?? [];
  const paths = Object(Object(document).paths);
  const operation = Object(Object(paths[path.replaceAll('~1', '/').replaceAll('~0', '~')])[method]);
  return Object.keys(Object(operation['x-filter-fields']));
}

function* findWrongValues(
  { from, to, values }: FieldMigration,
  legacy: readonly DocumentNode[],
  current: readonly DocumentNode[],
): Generator<string> {
  const known = isBoolean(legacy) && values ? ['true', 'false'] : listValues(legacy);
  const allowed = listValues(current);
  if (allowed.length === 0 || isFree(current)) return;
  for (const value of known) {
    const names = values === null ? [value] : listOf([values[value]].flat());
    const missing = names.length === 0 ? [undefined] : names;
    for (const name of missing) {
      if (typeof name === 'string' && allowed.includes(name)) continue;
      yield name === undefined
        ? `the value \`${value}\` of \`${from}\` has no successor.`
        : `the value \`${value}\` of \`${from}\` is called \`${name}\`, which \`${to}\` does not have.`;
    }
  }
}

/** Whether any string is allowed in addition to the listed values. */
function isFree(schemas: readonly DocumentNode[]): boolean {
  return expandSchemas(schemas).some(
    ({ value }) => value.type === 'string' && value.enum === undefined && value.const === undefined,
  );
}
