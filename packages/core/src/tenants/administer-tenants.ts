import { type Database, type Plan, Prisma, runInPrismaTransaction, type Tenant } from '@parley/database';
import { loadParser } from '../addresses/read-phone-numbers.js';
import { operatorContext, recordAudit } from '../auditing/record-audit.js';
import { newId } from '../ids.js';
import { type LimitName, limitNames, maxOfLimit } from '../plans/plans.js';
import { workspaceSecret } from '../secrets/places.js';
import { sealSecret } from '../secrets/secrets.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import { isTimeZone } from '../time-zones/time-zone.js';
import { AdministrationError } from './administration-error.js';
import { changeTenant, withEntry } from './change-tenant.js';
import { findTenant } from './find-tenant.js';

export interface NewTenant {
  /** The short name that people use for the tenant, unique in the deployment. */
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly requestsPerMinute?: number | null;
  /** ISO 3166-1 alpha-2. */
  readonly defaultCountry?: string | null;
  /** Default is a new id; the demo tenant has a fixed one. */
  readonly id?: string;
}

/** The signing secret is stored sealed; only this result contains it in plain text, so that it can be shown once. */
export async function createTenant(database: Database, tenant: NewTenant): Promise<Tenant> {
  const { id = newId(), slug, name, plan, requestsPerMinute = null, defaultCountry = null } = tenant;
  requireNumber(plan, requestsPerMinute);
  await requireCountry(defaultCountry);
  try {
    return await runInPrismaTransaction(database, async (transaction) => {
      const { prisma, sql } = transaction;
      const secret = newSigningSecret();
      const values = { id, slug, name, plan, requestsPerMinute, defaultCountry };
      // The data key refers to the tenant, so the tenant is created first.
      await prisma.tenant.create({ data: { ...values, signingSecret: '' } });
      const signingSecret = await sealSecret({ database, sql }, workspaceSecret(id), secret);
      const created = await prisma.tenant.update({ where: { id }, data: { signingSecret } });
      const entry = { action: 'workspace.created', resourceId: id } as const;
      recordAudit(transaction, await operatorContext(sql, id), entry);
      return { ...created, signingSecret: secret };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AdministrationError(`There is already a tenant "${slug}".`);
    throw error;
  }
}

export function listTenants(database: Database): Promise<Tenant[]> {
  return database.prisma.tenant.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

export interface PlanChange {
  readonly tenant: string;
  readonly plan: Plan;
  /** The limit of this tenant; null when the limit of the plan applies. */
  readonly requestsPerMinute?: number | null;
}

export async function setTenantPlan(
  database: Database,
  { tenant, plan, requestsPerMinute = null }: PlanChange,
): Promise<Tenant> {
  requireNumber(plan, requestsPerMinute);
  return changeTenant(database, tenant, { settings: () => ({ plan, requestsPerMinute }) });
}

export interface LimitChange {
  readonly tenant: string;
  readonly limit: string;
  /** Null restores the number of the plan. */
  readonly value: number | null;
}

/** Overrides one limit of the plan for a tenant. */
export async function setTenantLimit(
  database: Database,
  { tenant, limit, value }: LimitChange,
): Promise<Tenant> {
  const name = limitNames.find((known) => known === limit);
  if (name === undefined) {
    throw new AdministrationError(`Unknown limit "${limit}". The limits are: ${limitNames.join(', ')}`);
  }
  requireLimit(name, value);
  if (limit === 'requestsPerMinute') {
    const { plan } = await findTenant(database, tenant);
    return setTenantPlan(database, { tenant, plan, requestsPerMinute: value });
  }
  return changeTenant(database, tenant, {
    settings: ({ limitOverrides }) => ({
      limitOverrides: withEntry(limitOverrides, name, value ?? undefined),
    }),
    changedFields: [`limits.${name}`],
  });
}

interface CountryChange {
  readonly tenant: string;
  /** ISO 3166-1 alpha-2; null for none. */
  readonly defaultCountry: string | null;
}

export async function setTenantCountry(
  database: Database,
  { tenant, defaultCountry }: CountryChange,
): Promise<Tenant> {
  await requireCountry(defaultCountry);
  return changeTenant(database, tenant, { settings: () => ({ defaultCountry }) });
}

interface TimeZoneChange {
  readonly tenant: string;
  /** IANA name. */
  readonly timeZone: string;
}

export async function setTenantTimeZone(
  database: Database,
  { tenant, timeZone }: TimeZoneChange,
): Promise<Tenant> {
  if (!isTimeZone(timeZone)) {
    throw new AdministrationError(`"${timeZone}" is not an IANA time zone such as Europe/Berlin or UTC.`);
  }
  return changeTenant(database, tenant, { settings: () => ({ timeZone }) });
}

function requireLimit(limit: LimitName, value: number | null): void {
  const max = maxOfLimit(limit);
  if (value === null || (Number.isInteger(value) && value >= 0 && value <= max)) return;
  throw new AdministrationError(`The limit "${limit}" must be a whole number from 0 to ${max}.`);
}

function requireNumber(plan: Plan, requestsPerMinute: number | null): void {
  if (plan === 'enterprise' && requestsPerMinute === null) {
    throw new AdministrationError('The plan "enterprise" needs a number of requests per minute.');
  }
  if (requestsPerMinute !== null && !(Number.isInteger(requestsPerMinute) && requestsPerMinute > 0)) {
    throw new AdministrationError('The number of requests per minute must be a whole number above 0.');
  }
  requireLimit('requestsPerMinute', requestsPerMinute);
}

async function requireCountry(defaultCountry: string | null): Promise<void> {
  if (defaultCountry === null) return;
  const { isPhoneCountry } = await loadParser();
  if (isPhoneCountry(defaultCountry)) return;
  throw new AdministrationError(
    `"${defaultCountry}" is not the code of a country; write two letters of ISO 3166-1 such as DE, US or BR.`,
  );
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
