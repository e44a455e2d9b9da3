import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';

interface SlotsToReserve {
  readonly channelId: string;
  readonly count: number;
  readonly messagesPerSecond: number;
  /** Free slots before this time are not used. */
  readonly notBefore: Date;
}

/** Reserves consecutive slots at the rate limit of a channel, across all workers. Returns the first. */
export async function reserveSlots(
  { sql }: Transaction,
  { tenantId }: Context,
  { channelId, count, messagesPerSecond, notBefore }: SlotsToReserve,
): Promise<Date> {
  const spanSeconds = count / messagesPerSecond;
  const [row] = await sql(reserve, [tenantId, channelId, notBefore, spanSeconds]);
  if (row === undefined) throw new Error('The reservation of slots returned no row');
  return row.firstSlotAt;
}

/** Pauses sending on a channel until a moment, for all workers. Slots before that moment become void. */
export async function pauseChannel(
  { database, tenantId }: Context,
  { channelId, until }: { channelId: string; until: Date },
): Promise<void> {
  await database.sql(pause, [tenantId, channelId, until]);
}

const span = `$4::float8 * interval '1 second'`;

const reserve = statement<{ firstSlotAt: Date }>(
  'reserve-channel-slots',
  `insert into channel_paces as pace (tenant_id, channel_id, next_turn_at)
   values ($1::uuid, $2::uuid, $3::timestamptz + ${span})
   on conflict (tenant_id, channel_id) do update
   set next_turn_at = greatest(pace.next_turn_at, $3::timestamptz) + ${span}
   returning next_turn_at - ${span} as "firstSlotAt"`,
);

const pause = statement(
  'pause-channel',
  `insert into channel_paces as pace (tenant_id, channel_id, next_turn_at, paused_until)
   values ($1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz)
   on conflict (tenant_id, channel_id) do update
   set next_turn_at = greatest(pace.next_turn_at, excluded.next_turn_at),
     paused_until = greatest(pace.paused_until, excluded.paused_until)`,
);
