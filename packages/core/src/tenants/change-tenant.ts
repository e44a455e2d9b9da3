import { type Database, type Plan, type Prisma, runInPrismaTransaction, type Tenant } from '@parley/database';
import { operatorContext, recordAudit } from '../auditing/record-audit.js';
import { findChanges } from '../resources/update-changed.js';
import { findTenant } from './find-tenant.js';
import { replanOccurrences } from './replan-occurrences.js';
import { lockTenant } from './require-room.js';

/** The settings of a tenant that an operator changes. */
interface TenantSettings {
  readonly plan?: Plan;
  readonly requestsPerMinute?: number | null;
  readonly limitOverrides?: Prisma.InputJsonObject;
  readonly retentionOverrides?: Prisma.InputJsonObject;
  readonly defaultCountry?: string | null;
  readonly searchLanguage?: string | null;
  readonly timeZone?: string;
}

interface TenantChange {
  /** Computes the new settings from the present ones, which are locked. */
  readonly settings: (present: Tenant) => TenantSettings;
  /** The names for the audit log. The default is the settings that differ. */
  readonly changedFields?: readonly string[];
}

/** Changes the settings of a tenant on behalf of the operator. Settings that stay the same change nothing. */
export async function changeTenant(
  database: Database,
  slugOrId: string,
  { settings, changedFields }: TenantChange,
): Promise<Tenant> {
  const { id } = await findTenant(database, slugOrId);
  return runInPrismaTransaction(database, async (transaction) => {
    await transaction.sql(lockTenant, [id]);
    const present = await transaction.prisma.tenant.findUniqueOrThrow({ where: { id } });
    const changes = findChanges(present, settings(present));
    const names = Object.keys(changes);
    if (names.length === 0) return present;
    const context = await operatorContext(transaction.sql, id);
    recordAudit(transaction, context, {
      action: 'workspace.updated',
      resourceId: id,
      changedFields: changedFields ?? names,
    });
    if (changes.timeZone !== undefined) replanOccurrences(transaction, { tenantId: id, now: context.now() });
    return transaction.prisma.tenant.update({ where: { id }, data: changes });
  });
}

/** The settings of a JSON column with one entry replaced, or removed when its value is undefined. */
export function withEntry(
  present: Prisma.JsonValue,
  name: string,
  value: number | null | undefined,
): Prisma.InputJsonObject {
  const { [name]: _, ...others } = Object(present);
  return value === undefined ? others : { ...others, [name]: value };
}
