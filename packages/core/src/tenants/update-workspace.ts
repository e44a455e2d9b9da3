import { statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { transact } from '../sql/transact.js';
import { checkTimeZone } from '../time-zones/time-zone.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { getWorkspace, type WorkspaceRecord } from './get-workspace.js';
import { replanOccurrences } from './replan-occurrences.js';

interface WorkspaceUpdate {
  /** IANA name. */
  readonly timeZone?: string;
}

/** Changes the settings of the caller's workspace. Absent fields remain unchanged, and unchanged values have no effect. */
export async function updateWorkspace(context: Context, update: WorkspaceUpdate): Promise<WorkspaceRecord> {
  const errors = new ValidationErrors();
  const { timeZone } = update;
  checkTimeZone(timeZone, 'timeZone', errors);
  errors.throwIfAny();
  const { tenantId } = context;
  if (timeZone !== undefined) {
    await transact(context, async (transaction) => {
      const changed = await transaction.sql(setTimeZone, [tenantId, context.now(), timeZone]);
      if (changed.length === 0) return null;
      replanOccurrences(transaction, { tenantId, now: context.now() });
      const changedFields = ['timeZone'];
      recordAudit(transaction, context, { action: 'workspace.updated', resourceId: tenantId, changedFields });
      return null;
    });
  }
  return getWorkspace(context);
}

/** Returns the validation errors of an update without writing. */
export async function findWorkspaceErrors(
  _context: Context,
  { timeZone }: ValidPart<WorkspaceUpdate>,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  checkTimeZone(timeZone, 'timeZone', errors);
  return errors.invalidParams;
}

const setTimeZone = statement<{ id: string }>(
  'set-workspace-time-zone',
  `update tenants set time_zone = $3::text, updated_at = $2::timestamptz
   where id = $1::uuid and time_zone <> $3::text
   returning id`,
);
