import { type Database, statement } from '@parley/database';

/** Work that one process at a time does for all tenants. */
interface Turn {
  /** The name of its row in `usage_counts`. */
  readonly name: string;
  /** Takes a turn only when it is overdue by this time. */
  readonly overdueMs: number;
}

/** The result of a turn: the pause until the next one. */
interface TurnEnd {
  readonly pauseMs: number;
  /** Thrown after the turn has ended: what failed for one tenant does not delay the others. */
  readonly error?: Error | undefined;
}

/**
 * Does the work if it is due and no other process is doing it. Returns whether it did. `startedAt` is the time of the
 * database, because all processes share its clock. A process that dies during its turn delays the next one by a minute.
 */
export async function takeTurn(
  { sql }: Pick<Database, 'sql'>,
  { name, overdueMs }: Turn,
  work: (startedAt: Date) => Promise<TurnEnd>,
): Promise<boolean> {
  const [turn] = await sql(claimTurn, [overdueMs, name]);
  if (turn === undefined) return false;
  const { pauseMs, error } = await work(turn.startedAt);
  await sql(endTurn, [pauseMs, name]);
  if (error) throw error;
  return true;
}

const claimTurn = statement<{ startedAt: Date }>(
  'claim-turn',
  `update usage_counts set due_at = clock_timestamp() + interval '1 minute'
   where name = $2::text and due_at <= clock_timestamp() - $1::float8 * interval '1 millisecond'
   returning clock_timestamp() as "startedAt"`,
);

const endTurn = statement(
  'end-turn',
  `update usage_counts
   set counted_at = clock_timestamp(), due_at = clock_timestamp() + $1::float8 * interval '1 millisecond'
   where name = $2::text`,
);
