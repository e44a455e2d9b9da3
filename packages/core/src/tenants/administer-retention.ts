import { type Database, statement } from '@parley/database';
import {
  findRetentionProblem,
  type Retention,
  type RetentionKind,
  retentionKinds,
  retentionTerms,
} from '../plans/retention.js';
import { type RetainingTenant, retentionDefaultsSql, retentionOf } from '../plans/retention-of.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { AdministrationError } from './administration-error.js';
import { changeTenant, withEntry } from './change-tenant.js';
import { findTenant } from './find-tenant.js';

export interface RetentionChange {
  /** The slug or id of a tenant; absent for the numbers that apply to all tenants. */
  readonly tenant?: string | undefined;
  readonly kind: string;
  /**
   * Null keeps the data forever. Undefined removes the setting, so that the number for all tenants or the number of the
   * plan applies.
   */
  readonly days: number | null | undefined;
}

/** Returns the retention of one tenant, or the one that applies to a tenant without settings of its own. */
export async function getRetention(database: Database, tenant?: string): Promise<Retention> {
  if (tenant === undefined) {
    const [row] = await database.sql(findDefaults, []);
    return retentionOf({ plan: 'free', retentionOverrides: {}, retentionDefaults: row?.defaults });
  }
  const { id } = await findTenant(database, tenant);
  const [row] = await database.sql(findRetention, [id]);
  if (row === undefined) throw new AdministrationError(`There is no tenant "${tenant}".`);
  return retentionOf(row);
}

/** Sets a retention. It takes effect with the next run of the maintenance, and also applies to existing data. */
export async function setRetention(
  database: Database,
  { tenant, kind: name, days }: RetentionChange,
): Promise<Retention> {
  const kind = readKind(name);
  const problem = days === undefined ? undefined : findRetentionProblem(kind, days);
  if (problem !== undefined) throw new AdministrationError(problem);
  if (tenant === undefined) {
    await database.sql(days === undefined ? resetDefault : setDefault, [
      kind,
      ...(days === undefined ? [] : [days]),
    ]);
    return getRetention(database);
  }
  if (retentionTerms[kind].isShared) {
    throw new AdministrationError(`The number of days for ${kind} can only be set for all tenants together.`);
  }
  const { id } = await changeTenant(database, tenant, {
    settings: ({ retentionOverrides }) => ({ retentionOverrides: withEntry(retentionOverrides, kind, days) }),
    changedFields: [`retention.${kind}`],
  });
  return getRetention(database, id);
}

function readKind(name: string): RetentionKind {
  const kind = retentionKinds.find((known) => known === name);
  if (kind !== undefined) return kind;
  throw new AdministrationError(
    `Unknown kind of data "${name}". The kinds are: ${retentionKinds.join(', ')}`,
  );
}

const findDefaults = statement<{ defaults: unknown }>(
  'find-retention-defaults',
  `select ${retentionDefaultsSql} as defaults`,
);

const findRetention = statement<RetainingTenant>(
  'find-retention',
  `select plan, retention_overrides as "retentionOverrides", ${retentionDefaultsSql} as "retentionDefaults"
   from tenants where id = $1::uuid`,
);

/** A tenant sees neither shared kinds nor changes of them. */
const sharedKinds = retentionKinds.filter((kind) => retentionTerms[kind].isShared);

/** Adds an entry to the audit log of each tenant whose retention the statement before it has changed. */
const withAudit = (change: string): string => `with changed as (${change} returning kind)
  insert into audit_log (tenant_id, id, action, actor_type, resource_id, changed_fields, created_at)
  select tenant.id, ${newIdSql('now()')}, 'workspace.updated', 'operator', tenant.id,
    array['retention.' || changed.kind], now()
  from changed, tenants tenant where not tenant.retention_overrides ? changed.kind
    and changed.kind <> all ('{${sharedKinds.join(',')}}'::text[])`;

const setDefault = statement(
  'set-retention-default',
  withAudit(`insert into retention_defaults as known (kind, days) values ($1::text, $2::int)
   on conflict (kind) do update set days = excluded.days where known.days is distinct from excluded.days`),
);

const resetDefault = statement(
  'reset-retention-default',
  withAudit(`delete from retention_defaults where kind = $1::text`),
);
