import type { MessageSender } from '@parley/database';

export interface ReactionRecord {
  readonly emoji: string;
  readonly sender: MessageSender;
  readonly timestamp: string;
}

/** The column of a message: the last reaction of each side. */
export type StoredReactions = Readonly<Partial<Record<MessageSender, StoredReaction>>>;

/** A removed reaction stays, with no emoji, so that an older report that arrives later does not bring it back. */
export interface ReactionState {
  readonly emoji: string | null;
  readonly timestamp: string;
}

export interface StoredReaction extends ReactionState {
  /** What the provider has. Present until the provider has accepted the reaction; null if it has had none. */
  readonly previous?: ReactionState | null;
}

/**
 * SQL for the list of reactions, the oldest first. A message without any costs nothing, because `case` evaluates only what
 * it needs. There are at most two, so that an expression orders them, and no plan has to sort.
 */
export function reactionsJson(row: string): string {
  const [inbound, outbound] = [reactionJson(row, 'inbound'), reactionJson(row, 'outbound')];
  const isInboundFirst = `${row}.reactions #>> '{inbound,timestamp}' <= ${row}.reactions #>> '{outbound,timestamp}'`;
  return `case when ${row}.reactions is null then '[]'::jsonb
    when ${isInboundFirst} then ${inbound} || ${outbound} else ${outbound} || ${inbound} end`;
}

function reactionJson(row: string, sender: MessageSender): string {
  return `case when ${row}.reactions #>> '{${sender},emoji}' is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('sender', '${sender}',
      'emoji', ${row}.reactions #> '{${sender},emoji}', 'timestamp', ${row}.reactions #> '{${sender},timestamp}')) end`;
}
