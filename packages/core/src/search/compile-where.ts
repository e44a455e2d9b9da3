import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Scope } from './comparison.js';
import { compileFilter } from './compile-filter.js';
import { compileParent, compileText } from './compile-search.js';
import { Parameters } from './parameters.js';
import type { ParsedRequest } from './parse-request.js';
import type { Searchable } from './searchable.js';

/** The rows that a search finds, as SQL. */
export interface FoundRows {
  readonly scope: Scope;
  readonly where: string;
  /** The part of the condition that does not depend on the request. */
  readonly base: string;
  /** Only that the rows belong to the tenant and to the parent; others may not be visible. */
  readonly ofOwner: string;
  /** SQL condition that the parent exists. */
  readonly hasParent: string;
}

export function compileWhere(
  resource: Searchable<unknown>,
  request: Conditions,
  { tenantId, sizes }: Pick<Context, 'tenantId' | 'sizes'>,
): FoundRows {
  const { table, parent, isVisible } = resource;
  if (parent && !isId(parent.id)) throw notFound(parent.resource.name);
  const parameters = new Parameters();
  const scope = { row: table, tenant: parameters.add(tenantId, 'uuid'), parameters, sizes };
  const belonging = parent && compileParent(parent, scope);
  const ofTenant = `${table}.tenant_id = ${scope.tenant}`;
  const ofOwner = belonging ? `${ofTenant} and ${belonging.condition}` : ofTenant;
  const visible = isVisible?.(table, scope.tenant) ?? 'true';
  const base = `${ofOwner} and ${visible}`;
  const where = [base, ...compileConditions(resource, request, scope)].join(' and ');
  return { scope, where, base, ofOwner, hasParent: belonging?.exists ?? 'true' };
}

type Conditions = Pick<ParsedRequest, 'filter' | 'text'>;

/** Compiles the conditions of a request. */
export function compileConditions(
  resource: Searchable<unknown>,
  { filter, text }: Conditions,
  scope: Scope,
): string[] {
  return [
    ...(filter ? [compileFilter(filter, scope)] : []),
    ...(text ? [compileText(resource, text, scope)] : []),
  ];
}
