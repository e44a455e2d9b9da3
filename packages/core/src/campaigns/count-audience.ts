import { composedStatement, statement } from '@parley/database';
import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { type LimitedTenant, limitsOf } from '../plans/limits-of.js';
import { compileQuery } from '../search/compile-query.js';
import type { FoundRows } from '../search/compile-where.js';
import { Parameters } from '../search/parameters.js';
import type { Transaction } from '../sql/transact.js';
import { audienceInvalid, audienceTooLarge, type FailureReason } from './failure-reason.js';

/** The expression of an audience; `rows` is undefined when it is no longer valid. */
export interface CompiledAudience {
  readonly query: string;
  readonly rows: FoundRows | undefined;
}

/** An expression can become invalid after it was stored, for example when an attribute is deleted. */
export async function compileAudience(context: Context, query: string): Promise<CompiledAudience> {
  try {
    return { query, rows: await compileQuery(context, contacts, { query }) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_body_params')
      return { query, rows: undefined };
    throw error;
  }
}

/** Returns why a campaign cannot be sent to its audience. The contacts are counted no further than the limit. */
export async function findAudienceFailure(
  { sql }: Transaction,
  { tenantId }: Context,
  { rows }: CompiledAudience,
): Promise<FailureReason | undefined> {
  if (rows === undefined) return audienceInvalid;
  const [tenant] = await sql(findLimits, [tenantId]);
  if (tenant === undefined) throw new Error(`Tenant ${tenantId} was deleted while its campaign started`);
  const { audienceContacts } = limitsOf(tenant);
  const { where, scope } = rows;
  // The transaction may be repeated with the same rows.
  const parameters = new Parameters(scope.parameters.values);
  const bound = parameters.add(audienceContacts, 'bigint');
  const count = composedStatement<{ isTooLarge: boolean }>(
    `select count(*) > ${bound} as "isTooLarge"
     from (select from contacts where ${where} limit ${bound} + 1) counted`,
  );
  const [counted] = await sql(count, parameters.values);
  return counted?.isTooLarge ? audienceTooLarge(audienceContacts) : undefined;
}

const findLimits = statement<LimitedTenant>(
  'find-limits-of-audience',
  `select plan, requests_per_minute as "requestsPerMinute", limit_overrides as "limitOverrides"
   from tenants where id = $1::uuid`,
);
