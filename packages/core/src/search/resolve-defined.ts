import { listFields } from './compile-defined.js';
import type { Filter } from './filter.js';
import type { Looking } from './resolve-lookups.js';
import type { DefinedField, Definition, Field } from './searchable.js';

/** The definition of each tenant-defined field of a filter, by its key; undefined for a field that does not exist. */
export type Definitions = ReadonlyMap<string, Definition | undefined>;

/**
 * Looks up the tenant-defined fields of a filter. The search then has only the comparisons that fit the kind of a field.
 * PostgreSQL knows from its statistics how many values a field has by its id, but not by its name.
 */
export async function findDefinitions(
  { lookUp, tenantId }: Omit<Looking, 'sizes'>,
  filter: Filter | undefined,
): Promise<Definitions> {
  const defined = listDefined(filter);
  const found = new Map<string, Definition | undefined>();
  for (const family of new Set(defined.map((field) => field.family))) {
    const fields = defined.filter((field) => field.family === family);
    const rows = await lookUp(family.findDefinitions, [tenantId, fields.map(({ name }) => name)]);
    for (const { key, name } of fields) {
      const row = rows.find((one) => one.name === name);
      found.set(key, row && { id: row.id, kind: row.kind });
    }
  }
  return found;
}

/** Returns the tenant-defined fields of a filter, each once. */
function listDefined(filter: Filter | undefined): DefinedField[] {
  const fields = listFields(filter).filter((field) => field.kind === 'attribute');
  return [...new Map(fields.map((field) => [field.key, field])).values()];
}

/** Adds the definitions to the fields of a filter. */
export function define(filter: Filter, definitions: Definitions): Filter {
  if ('filters' in filter) {
    return { ...filter, filters: filter.filters.map((part) => define(part, definitions)) };
  }
  if ('filter' in filter) return { ...filter, filter: define(filter.filter, definitions) };
  return { ...filter, field: defineField(filter.field, definitions) };
}

function defineField(field: Field, definitions: Definitions): Field {
  const definition = field.kind === 'attribute' ? definitions.get(field.key) : undefined;
  return field.kind === 'attribute' && definition ? { ...field, definition } : field;
}
