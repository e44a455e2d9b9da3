import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError, DeadlineError, type Event, ParleyError } from '@parley/client';
import type { Session } from '../session/open-session.js';

/** A place in the feed. */
export interface Position {
  /** Events from this time on are followed; a cursor belongs to it. */
  readonly since: string;
  readonly cursor?: string | undefined;
  /** Events after the cursor that are handled already: the feed has a cursor for each page, not for each event. */
  readonly handled: readonly string[];
}

export interface FollowedEvent {
  readonly event: Event;
  /** The position after this event. */
  readonly position: Position;
}

export interface FollowOptions {
  readonly from: Position;
  readonly signal: AbortSignal;
  /** Called with a position after which the next events come, while all events before it are handled. */
  readonly onPosition?: (position: Position) => Promise<void>;
  /** Called when the service could not be reached, before the next attempt. */
  readonly onTrouble?: (error: ParleyError) => void;
}

/** The end of the feed, by the clock of the service. */
export async function findEnd({ client }: Session): Promise<Position> {
  const { response, ok, error } = await client.raw.GET('/workspace');
  if (!ok) throw error;
  const date = response.headers.get('date');
  return { since: new Date(date ?? Date.now()).toISOString(), handled: [] };
}

/** Returns the events after a position, as they happen, until the signal is aborted. */
export async function* followEvents(session: Session, options: FollowOptions): AsyncGenerator<FollowedEvent> {
  const { signal, onPosition, onTrouble } = options;
  let position = options.from;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const { data, pagination } = await readPage(session, position, signal);
      failures = 0;
      for (const event of data) {
        if (position.handled.includes(event.id)) continue;
        position = { ...position, handled: [...position.handled, event.id] };
        yield { event, position };
        if (signal.aborted) return;
      }
      const { since } = position;
      const isMoved = pagination.resumeCursor !== position.cursor;
      position = { since, cursor: pagination.resumeCursor, handled: [] };
      if (isMoved) await onPosition?.(position);
      if (pagination.nextCursor === null) await pause(pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isTemporary(error)) throw error;
      onTrouble?.(error);
      await pause(Math.min(1_000 * 2 ** failures, longestPauseMs), signal);
      failures += 1;
    }
  }
}

const pollMs = 1_000;
const longestPauseMs = 30_000;

async function readPage({ client }: Session, { since, cursor }: Position, signal: AbortSignal) {
  const query = `gte(createdAt,"${since}")`;
  const body = { query, limit: 100, ...(cursor !== undefined && { cursor }) };
  const outcome = await client.raw.POST('/events/search', { body, signal });
  if (!outcome.ok) throw outcome.error;
  return outcome.body;
}

/** A service that is away or busy comes back; a refused token does not. */
function isTemporary(error: unknown): error is ParleyError {
  if (error instanceof ConnectionError || error instanceof DeadlineError) return true;
  return error instanceof ParleyError && (error.status === 429 || (error.status ?? 0) >= 500);
}

/** Waits, or returns at once when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
