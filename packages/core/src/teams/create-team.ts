import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { ValidationErrors } from '../validation-errors.js';
import { type TeamRecord, teams } from './team-record.js';
import { addMembers, checkTeamValues, type NewTeam, uniqueExternalId } from './team-values.js';

export function createTeam(
  context: Context,
  { name, externalId = null, users = [] }: NewTeam,
): Promise<TeamRecord> {
  const create = () =>
    transactWithPrisma(context, async (transaction) => {
      await requireRoomFor(transaction, context, 'teams');
      const errors = new ValidationErrors();
      const values = { externalId, users };
      const userIds = await checkTeamValues(transaction, context, { values, errors });
      errors.throwIfAny();
      const row = newRow(context);
      await transaction.prisma.team.create({ data: { ...row, name, externalId } });
      if (userIds.length > 0) transaction.send(addMembers, [row.tenantId, row.id, userIds]);
      return requireById(transaction.sql, teams, row);
    });
  return reportUniqueViolation(uniqueExternalId, create);
}
