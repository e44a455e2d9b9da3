import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { findChanges } from '../resources/update-changed.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { ValidationErrors } from '../validation-errors.js';
import { type TeamRecord, teams } from './team-record.js';
import { addMembers, checkTeamValues, type NewTeam, uniqueExternalId } from './team-values.js';

interface TeamUpdate extends Partial<NewTeam> {
  readonly teamId: string;
}

/** Updates a team. Absent fields remain unchanged; `users` replaces all members, and those who stay keep their turn. */
export function updateTeam(context: Context, update: TeamUpdate): Promise<TeamRecord> {
  return reportUniqueViolation(uniqueExternalId, () =>
    transactWithPrisma(context, (transaction) => applyUpdate(transaction, context, update)),
  );
}

async function applyUpdate(
  transaction: PrismaTransaction,
  context: Context,
  { teamId, name, externalId, users }: TeamUpdate,
): Promise<TeamRecord> {
  const { tenantId } = context;
  const { sql, send, prisma } = transaction;
  const key = { tenantId, id: await lockById(transaction, context, teams, teamId) };
  const errors = new ValidationErrors();
  const values = { externalId, users };
  const userIds = await checkTeamValues(transaction, context, { values, teamId: key.id, errors });
  errors.throwIfAny();
  const present = await requireById(sql, teams, key);
  const changes = findChanges(present, { name, externalId });
  const hasOtherUsers = users !== undefined && !haveSameUsers(present, userIds);
  if (Object.keys(changes).length === 0 && !hasOtherUsers) return present;
  await prisma.team.update({
    where: { tenantId_id: key },
    data: { ...changes, updatedAt: context.now() },
  });
  if (hasOtherUsers) {
    send(removeOtherMembers, [tenantId, key.id, userIds]);
    send(addMembers, [tenantId, key.id, userIds]);
  }
  return requireById(sql, teams, key);
}

function haveSameUsers({ users }: TeamRecord, userIds: readonly string[]): boolean {
  const wanted = new Set(userIds);
  return users.length === wanted.size && users.every(({ id }) => wanted.has(id));
}

const removeOtherMembers = statement(
  'remove-other-members-of-team',
  'delete from team_members where tenant_id = $1::uuid and team_id = $2::uuid and user_id <> all ($3::uuid[])',
);
