import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { users } from './user-record.js';

/**
 * Deletes a user, and with it the memberships. A strategy that chooses under the lock of a team would otherwise choose
 * a member whom this transaction is removing, and assign nobody. The teams are updated because they show their users.
 */
export function deleteUser(context: Context, userId: string): Promise<DeleteResult> {
  return deleteById(context, users, userId, {
    prepare: ({ sql }) => sql(updateTeams, [context.tenantId, userId, context.now()]),
  });
}

/** Locks the teams in the order of their ids, so that two deletions cannot deadlock. */
const updateTeams = statement(
  'update-teams-of-user',
  `update teams set updated_at = $3::timestamptz where tenant_id = $1::uuid and id = any (array(
     select team.id from team_members member
     join teams team on team.tenant_id = member.tenant_id and team.id = member.team_id
     where member.tenant_id = $1::uuid and member.user_id = $2::uuid
     order by team.id for no key update of team
   ))`,
);
