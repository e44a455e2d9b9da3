import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { invalidParam } from '../domain-error.js';
import type { Transaction } from '../sql/transact.js';
import type { AssignmentStrategy } from './assignment.js';
import { teams } from './team-record.js';

interface Choice {
  readonly teamId: string;
  readonly strategy: AssignmentStrategy;
  /** The chat that is assigned; it does not count as work of its current user. */
  readonly chatId: string;
}

/**
 * Chooses an available user of a team and records the turn. Returns null when nobody is available. The lock of the team
 * lets only one transaction choose at a time, and the next one sees what this one has assigned.
 */
export async function chooseMember(
  transaction: Transaction,
  context: Context,
  { teamId, strategy, chatId }: Choice,
): Promise<string | null> {
  const [locked] = await transaction.sql(teams.statements.lock, [context.tenantId, teamId]);
  if (locked === undefined) throw invalidParam('teamId', 'not_found', 'Team not found');
  const team = [context.tenantId, teamId];
  const [chosen] =
    strategy === 'round_robin'
      ? await transaction.sql(chooseByTurn, team)
      : await transaction.sql(chooseLeastBusy, [...team, chatId]);
  return chosen?.userId ?? null;
}

const byTurn = 'member.turn, member.user_id';

/**
 * Reads each open chat of the tenant by its key. The `offset 0` prevents PostgreSQL from reading all chats of the members
 * instead, which takes twenty times as long when most chats are closed. The states have the index, because an index of chats with the
 * status would slow every message down (docs/decisions/0044).
 */
const openChats = `select chat.assigned_user_id, count(*) as count
  from (
    select chat_id from chat_states where tenant_id = $1::uuid and status = 'open' offset 0
  ) state
  cross join lateral (
    select assigned_user_id from chats
    where tenant_id = $1::uuid and id = state.chat_id and id <> $3::uuid offset 0
  ) chat
  where chat.assigned_user_id = any (array(
    select user_id::text from team_members where tenant_id = $1::uuid and team_id = $2::uuid))
  group by chat.assigned_user_id`;

const chooseByTurn = statement<{ userId: string }>(
  'choose-member-by-turn',
  choose({ from: '', orderBy: byTurn }),
);

const chooseLeastBusy = statement<{ userId: string }>(
  'choose-least-busy-member',
  choose({
    from: `left join (${openChats}) busy on busy.assigned_user_id = member.user_id::text`,
    orderBy: `coalesce(busy.count, 0), ${byTurn}`,
  }),
);

function choose({ from, orderBy }: { from: string; orderBy: string }): string {
  return `update team_members
    set turn = 1 + (select max(turn) from team_members where tenant_id = $1::uuid and team_id = $2::uuid)
    where tenant_id = $1::uuid and team_id = $2::uuid and user_id = (
      select member.user_id from team_members member
      join users available on available.tenant_id = member.tenant_id and available.id = member.user_id
        and available.is_available
      ${from}
      where member.tenant_id = $1::uuid and member.team_id = $2::uuid
      order by ${orderBy} limit 1
    )
    returning user_id as "userId"`;
}
