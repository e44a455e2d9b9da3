import { compareTextPart } from './compare-text-part.js';
import type { Scope } from './comparison.js';
import { compileAt } from './compile-filter.js';
import { valuesWithPart } from './enum-values.js';
import type { Searchable } from './searchable.js';

/** Condition that a row belongs to one parent record, and that the parent exists. */
export function compileParent(
  { resource, id, column }: NonNullable<Searchable<unknown>['parent']>,
  { row, tenant, parameters }: Scope,
): { condition: string; exists: string } {
  const placeholder = parameters.add(id, 'uuid');
  return {
    condition: `${row}.${column} = ${placeholder}`,
    exists: `exists (select from ${resource.table} parent
      where parent.tenant_id = ${tenant} and parent.id = ${placeholder}
        ${resource.isVisible ? `and ${resource.isVisible('parent', tenant)}` : ''})`,
  };
}

/** The condition that the searched column contains the text. */
export function compileText({ searchColumn }: Searchable<unknown>, text: string, scope: Scope): string {
  if (typeof searchColumn !== 'string' && 'values' in searchColumn) {
    const { type, values } = searchColumn;
    const matching = scope.parameters.add(valuesWithPart(values, 'contains', text), `${type}[]`);
    return compileAt(searchColumn, scope, (column) => `${column} = any (${matching})`);
  }
  const location = typeof searchColumn === 'string' ? { column: searchColumn } : searchColumn;
  return compileAt(location, scope, (column) =>
    compareTextPart({ type: 'contains', text, column }, location, scope),
  );
}
