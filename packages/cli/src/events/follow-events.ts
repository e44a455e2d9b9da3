import type { Event } from '@parley/client';
import { type StreamedEvent, streamEvents } from '@parley/client/stream';
import type { Session } from '../session/open-session.js';

export interface FollowedEvent {
  readonly event: Event;
  /** The position after this event. */
  readonly cursor: string;
}

export interface FollowOptions {
  /** The position after which the events come. Default is the end of the feed. */
  readonly from?: string | undefined;
  /** Default is every type. */
  readonly types: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Called when the connection broke, before the next attempt. */
  readonly onTrouble: (error: Error) => void;
}

export interface FollowedEvents {
  /** The position before the first event; undefined when the signal was aborted before the stream began. */
  readonly start: string | undefined;
  readonly events: AsyncIterable<FollowedEvent>;
}

/** Opens the stream of events, and waits until the service has told its position. It ends when the signal is aborted. */
export async function followEvents(
  { url: baseUrl, token }: Session,
  { from, types, signal, onTrouble }: FollowOptions,
): Promise<FollowedEvents> {
  let begin: (cursor: string) => void = () => {};
  const begun = new Promise<string>((resolve) => {
    begin = resolve;
  });
  const stream = streamEvents(
    { baseUrl, token },
    {
      // The types come from the command line, so the service checks them instead of the compiler.
      events: types as Event['event'][] | undefined,
      lastEventId: from,
      signal,
      onHeartbeat: begin,
      onReconnect: (error) => error && onTrouble(error),
    },
  );
  const first = stream.next();
  const start = await Promise.race([begun, first.then(() => undefined)]);
  return { start, events: listEvents(first, stream) };
}

async function* listEvents(
  first: Promise<IteratorResult<StreamedEvent, void>>,
  stream: AsyncGenerator<StreamedEvent, void>,
): AsyncGenerator<FollowedEvent> {
  try {
    for (let next = await first; !next.done; next = await stream.next()) {
      const { cursor, ...event } = next.value;
      yield { event, cursor };
    }
  } finally {
    await stream.return();
  }
}
