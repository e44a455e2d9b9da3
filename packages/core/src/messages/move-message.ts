import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import type { MessageErrorRecord } from './message-event.js';
import {
  type GivenMove,
  isForward,
  type LaterStatus,
  type MoveOutcome,
  moveSql,
  type ReportedStatus,
} from './move-sql.js';
import { wakeNextMessages } from './schedule-sending.js';

export interface MessageMove {
  readonly messageId: string;
  readonly status: LaterStatus;
  readonly errors?: readonly MessageErrorRecord[];
}

/**
 * Moves an outbound message forward, together with its campaign send, and records the event. Returns false, and changes
 * nothing, when the message already has this status or a later one.
 */
export async function moveMessage(
  transaction: Transaction,
  context: Context,
  message: MessageMove,
): Promise<boolean> {
  const moved = await moveMessages(transaction, context, [message]);
  return moved > 0;
}

/** Like `moveMessage`, for different messages. Returns how many were moved. */
export async function moveMessages(
  transaction: Transaction,
  context: Context,
  messages: readonly MessageMove[],
): Promise<number> {
  const moved = await transaction.sql(move, [context.tenantId, context.now(), listMoves(messages)]);
  wakeNextMessages(transaction, context, idsOfPending(moved));
  return moved.length;
}

export interface EndedAttempt extends MessageMove {
  readonly leaseToken: string;
  /** The id that the provider gave the message. */
  readonly vendorId: string | null;
}

/** Statuses that the provider reported before its id of the message was known. They are no longer stored. */
export interface EarlyStatus {
  readonly status: ReportedStatus;
  readonly errors: readonly MessageErrorRecord[];
}

/**
 * Ends the leases of different messages and moves each, if it has not moved further meanwhile. Returns the early statuses of
 * each message. A message whose lease belongs to somebody else is not changed, and is missing.
 */
export async function endAttempts(
  transaction: Transaction,
  context: Context,
  attempts: readonly EndedAttempt[],
): Promise<ReadonlyMap<string, readonly EarlyStatus[]>> {
  const ended = await transaction.sql(end, [context.tenantId, context.now(), listMoves(attempts)]);
  wakeNextMessages(transaction, context, idsOfPending(ended));
  return new Map(ended.map(({ messageId, early }) => [messageId, early]));
}

function listMoves(messages: readonly (MessageMove & Partial<EndedAttempt>)[]): string {
  const moves = messages.map(
    ({ errors = [], ...rest }): GivenMove => ({ ...rest, errors, eventId: newId() }),
  );
  return JSON.stringify(moves);
}

function idsOfPending(moved: readonly MoveOutcome[]): string[] {
  return moved.flatMap(({ messageId, wasPending }) => (wasPending ? [messageId] : []));
}

const move = statement<MoveOutcome>('move-messages', moveSql({ condition: isForward }));

/** Another message may already have the provider's id, such as an echo that was not recognised; it keeps the id. */
const end = statement<MoveOutcome & { early: EarlyStatus[] }>(
  'end-attempts-to-send',
  moveSql({
    condition: 'message.lease_token = given."leaseToken"',
    changes: `lease_token = null, lease_expires_at = null,
      vendor_id = case when message.vendor_id is null and not exists (
          select from messages other where other.tenant_id = message.tenant_id
            and other.channel_id = message.channel_id and other.vendor_id = before.vendor_id
        ) then before.vendor_id else message.vendor_id end,`,
    steps: `early as (
       delete from early_statuses early using before
       where early.tenant_id = $1::uuid and early.channel_id = before.channel_id and early.vendor_id = before.vendor_id
       returning before.id as message_id, early.status, early.errors
     ),`,
    output: `coalesce((select json_agg(json_build_object('status', status, 'errors', errors)) from early
      where early.message_id = moved.id), '[]') as early,`,
  }),
);
