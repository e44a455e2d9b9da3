import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { isId } from '../ids.js';
import { readingOnly } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { type Assignment, checkAssignmentFields } from './assignment.js';

type Named = { readonly [Key in 'userId' | 'teamId']?: string | undefined };

/** The user and the team that an assignment names, as they are stored; null for one that does not exist. */
export interface Assignees {
  readonly userId: string | null;
  readonly teamId: string | null;
}

export async function findAssignees(
  { sql }: Transaction,
  { tenantId }: Context,
  { userId, teamId }: Named,
): Promise<Assignees> {
  if (userId === undefined && teamId === undefined) return { userId: null, teamId: null };
  const ids = [userId, teamId].map((id) => (id !== undefined && isId(id) ? id : null));
  const [found] = await sql(find, [tenantId, ...ids]);
  return found ?? { userId: null, teamId: null };
}

/** Adds an error for a user or a team that the assignment names and that does not exist. */
export function checkAssignees(named: Named, found: Assignees, errors: ValidationErrors): void {
  if (named.userId !== undefined && found.userId === null) {
    errors.add('userId', 'not_found', 'User not found');
  }
  if (named.teamId !== undefined && found.teamId === null) {
    errors.add('teamId', 'not_found', 'Team not found');
  }
}

/** Returns the validation errors of an assignment without writing. */
export async function findAssignmentErrors(
  context: Context,
  assignment: ValidPart<Assignment>,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  checkAssignees(assignment, await findAssignees(readingOnly(context), context, assignment), errors);
  checkAssignmentFields(assignment, '', errors);
  return errors.invalidParams;
}

const find = statement<Assignees>(
  'find-assignees',
  `select (select id from users where tenant_id = $1::uuid and id = $2::uuid) as "userId",
     (select id from teams where tenant_id = $1::uuid and id = $3::uuid) as "teamId"`,
);
