import { likePattern, type Scope } from './comparison.js';
import { holdsAt } from './compile-filter.js';
import type { Searchable } from './searchable.js';

/** What belongs to one other record, and that it exists. */
export function compileParent(
  { resource, id, column }: NonNullable<Searchable<unknown>['parent']>,
  { row, tenant, parameters }: Scope,
): { condition: string; exists: string } {
  const placeholder = parameters.add(id, 'uuid');
  return {
    condition: `${row}.${column} = ${placeholder}`,
    exists: `exists (select from ${resource.table} parent
      where parent.tenant_id = ${tenant} and parent.id = ${placeholder})`,
  };
}

/** That the text which a plain search looks at holds another. */
export function compileText({ searchColumn }: Searchable<unknown>, text: string, scope: Scope): string {
  if (typeof searchColumn !== 'string' && 'among' in searchColumn) {
    const { column, among } = searchColumn;
    const holding = among.filter((known) => known.toLowerCase().includes(text.toLowerCase()));
    return `${scope.row}.${column} = any (${scope.parameters.add(holding, 'text[]')})`;
  }
  const place = typeof searchColumn === 'string' ? { column: searchColumn } : searchColumn;
  const pattern = scope.parameters.add(likePattern('contains', text), 'text');
  return holdsAt(place, scope, (column) => `${column} ilike ${pattern}`);
}
