import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { isId } from '../ids.js';
import { addIfNotUnique, otherThan, type UniqueValue } from '../resources/report-unique-violation.js';
import { readingOnly } from '../sql/reading.js';
import type { PrismaTransaction } from '../sql/transact.js';
import { checkUsers } from '../users/check-users.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';

export interface NewTeam {
  readonly name: string;
  readonly externalId?: string | null;
  /** The members. Default is none. */
  readonly users?: readonly { readonly id: string }[];
}

export const uniqueExternalId: UniqueValue = {
  path: 'externalId',
  message: 'Another team has this external id',
};

/** Returns the validation errors of a team without writing. A new team has no id. */
export async function findTeamErrors(
  context: Context,
  values: TeamValues,
  teamId?: string,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkTeamValues(readingOnly(context), context, { values, teamId, errors });
  return errors.invalidParams;
}

type TeamValues = ValidPart<Pick<NewTeam, 'externalId' | 'users'>>;

interface TeamToCheck {
  readonly values: TeamValues;
  readonly teamId?: string | undefined;
  readonly errors: ValidationErrors;
}

/** Adds an error for an external id that is taken and for each unknown user, and returns the ids of the users. */
export async function checkTeamValues(
  transaction: PrismaTransaction,
  context: Context,
  { values: { externalId, users = [] }, teamId, errors }: TeamToCheck,
): Promise<readonly string[]> {
  if (externalId && (teamId === undefined || isId(teamId))) {
    const where = { tenantId: context.tenantId, externalId, ...otherThan(teamId) };
    const other = await transaction.prisma.team.findFirst({ where, select: { id: true } });
    addIfNotUnique(errors, uniqueExternalId, other);
  }
  return checkUsers(transaction, context, { userIds: users.map((user) => user?.id), errors });
}

export const addMembers = statement(
  'add-members-of-team',
  `insert into team_members (tenant_id, team_id, user_id)
   select $1::uuid, $2::uuid, given.id from unnest($3::uuid[]) as given(id) on conflict do nothing`,
);
