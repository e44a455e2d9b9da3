import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { lockById } from '../resources/lock-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type Assignment, checkAssignmentFields } from '../teams/assignment.js';
import { chooseMember } from '../teams/choose-member.js';
import { checkAssignees, findAssignees } from '../teams/find-assignees.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { ValidationErrors } from '../validation-errors.js';
import { type ChatRecord, chats } from './chat-record.js';
import { recordChatUpdated } from './record-chat-updated.js';

export interface ChatAssignment extends Assignment {
  readonly chatId: string;
  readonly triggerAutomations?: boolean;
  /** The chain of events to which the change belongs; set when the run of an automation makes it. */
  readonly chainId?: string;
}

/** Assigns a chat. Setting the same assignment again changes nothing and emits no event. */
export function assignChat(context: Context, assignment: ChatAssignment): Promise<ChatRecord> {
  return transact(context, (transaction) => applyChatAssignment(transaction, context, assignment));
}

/** Like `assignChat`, as part of the caller's transaction. */
export async function applyChatAssignment(
  transaction: Transaction,
  context: Context,
  assignment: ChatAssignment,
): Promise<ChatRecord> {
  const { chatId, triggerAutomations = false, chainId } = assignment;
  const chosen = await chooseAssignees(transaction, context, assignment);
  const isChanged = isId(chatId) && (await assign(transaction, context, { chatId, ...chosen }));
  if (!isChanged) return requireById(transaction.sql, chats, { tenantId: context.tenantId, id: chatId });
  const chat = await recordChatUpdated(transaction, context, chatId);
  const isAssigned = chat.assignedUserId !== null || chat.assignedTeamId !== null;
  if (triggerAutomations && isAssigned) {
    const { channelId, contactId } = chat;
    const event = { type: 'chat_assigned', chatId, channelId, contactId, chainId } as const;
    await startTriggeredRuns(transaction, context, event);
  }
  return chat;
}

/**
 * Replaces the user and the team of the workspace by the ids that the chat stores. A strategy locks the chat before the
 * team: an earlier step of the same transaction may have locked the chat, and a team must not wait for a busy chat.
 */
async function chooseAssignees(
  transaction: Transaction,
  context: Context,
  assignment: ChatAssignment,
): Promise<StoredAssignment> {
  const { chatId, assignedUserId, assignedTeamId, strategy } = assignment;
  const errors = new ValidationErrors();
  const found = await findAssignees(transaction, context, assignment);
  checkAssignees(assignment, found, errors);
  checkAssignmentFields(assignment, '', errors);
  errors.throwIfAny();
  const team = found.teamId ?? assignedTeamId;
  if (strategy === undefined || found.teamId === null) {
    return { assignedUserId: found.userId ?? assignedUserId, assignedTeamId: team };
  }
  const lockedId = await lockById(transaction, context, chats, chatId);
  const choice = { teamId: found.teamId, strategy, chatId: lockedId };
  const user = await chooseMember(transaction, context, choice);
  return { assignedUserId: user, assignedTeamId: team };
}

interface StoredAssignment {
  readonly assignedUserId: string | null | undefined;
  readonly assignedTeamId: string | null | undefined;
}

async function assign(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { chatId, assignedUserId, assignedTeamId }: StoredAssignment & { readonly chatId: string },
): Promise<boolean> {
  const user = [assignedUserId !== undefined, assignedUserId ?? null];
  const team = [assignedTeamId !== undefined, assignedTeamId ?? null];
  const changed = await sql(update, [tenantId, now(), chatId, ...user, ...team]);
  return changed.length > 0;
}

const newUser = 'case when $4::boolean then $5::text else assigned_user_id end';
const newTeam = 'case when $6::boolean then $7::text else assigned_team_id end';

const update = statement<{ id: string }>(
  'assign-chat',
  `update chats set assigned_user_id = ${newUser}, assigned_team_id = ${newTeam}, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and ${isNotErased('chats.id')}
     and (assigned_user_id, assigned_team_id) is distinct from (${newUser}, ${newTeam})
   returning id`,
);
