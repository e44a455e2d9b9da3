import { type FeedPosition, type FileLinks, isLater, type PlacedEvent, writeFeedCursor } from '@parley/core';
import { presentEvent } from '@parley/presenters/v3';

/** Some consecutive events of a feed, as the bytes that all its streams share. */
export class RecordBatch {
  readonly reached: FeedPosition;
  readonly #records: readonly StreamRecord[];
  #all: Records | undefined;

  constructor(events: readonly PlacedEvent[], { reached, feedId, links }: BatchOptions) {
    this.reached = reached;
    this.#records = events.map(({ at, event }) => {
      // JSON has no line breaks, so the body is one line of data.
      const data = JSON.stringify(presentEvent(links, event));
      const text = `id: ${writeFeedCursor(at, feedId)}\nevent: ${event.type}\ndata: ${data}\n\n`;
      return { at, type: event.type, bytes: Buffer.from(text) };
    });
  }

  /** Returns the records that a stream has not sent yet and that have one of its types. */
  recordsFor({ types, position }: Reader): Records | undefined {
    const [first] = this.#records;
    if (first === undefined) return undefined;
    if (types === undefined && isLater(first.at, position)) {
      this.#all ??= join(this.#records);
      return this.#all;
    }
    const own = this.#records.filter(
      ({ at, type }) => (types === undefined || types.has(type)) && isLater(at, position),
    );
    return own.length === 0 ? undefined : join(own);
  }
}

function join(records: readonly StreamRecord[]): Records {
  return { bytes: Buffer.concat(records.map(({ bytes }) => bytes)), types: records.map(({ type }) => type) };
}

interface Records {
  readonly bytes: Buffer;
  /** The type of each event. */
  readonly types: readonly string[];
}

interface BatchOptions {
  readonly reached: FeedPosition;
  /** The feed of the installation. */
  readonly feedId: string;
  readonly links: FileLinks;
}

interface StreamRecord {
  readonly at: FeedPosition;
  readonly type: string;
  readonly bytes: Buffer;
}

interface Reader {
  readonly types: ReadonlySet<string> | undefined;
  readonly position: FeedPosition;
}
