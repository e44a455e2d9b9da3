/** The times and sizes of event streams. */
export interface StreamLimits {
  readonly heartbeatMs: number;
  /** How often the token of a stream is checked again. */
  readonly checkMs: number;
  /** The longest life of a stream. It ends up to a tenth earlier, so that not all streams reconnect at once. */
  readonly lifetimeMs: number;
  /**
   * A stream ends when its reader would be this far behind. It has room for two pages with what is written around
   * their events, so that one can wait for another.
   */
  readonly maxBufferedBytes: number;
  /** A stream that has ended is cut off when its reader does not read the rest within this time. */
  readonly flushMs: number;
  /** The time between two reads of the feeds. */
  readonly pollMs: number;
  /** The same, when no event has come for `idleAfterMs`. */
  readonly idlePollMs: number;
  readonly idleAfterMs: number;
  /** The number of events of a feed that one statement reads. */
  readonly pageSize: number;
  /** The bytes of their data. A larger event is a page of its own. */
  readonly pageBytes: number;
  /** The bytes of the events of all feeds that one statement reads. */
  readonly statementBytes: number;
  /** The number of streams that read earlier events at the same time. */
  readonly maxCatchingUp: number;
}

export const defaultStreamLimits: StreamLimits = {
  heartbeatMs: 15_000,
  checkMs: 30_000,
  lifetimeMs: 60 * 60 * 1_000,
  maxBufferedBytes: 3 * 1_024 * 1_024,
  flushMs: 30_000,
  pollMs: 25,
  idlePollMs: 100,
  idleAfterMs: 5_000,
  pageSize: 200,
  pageBytes: 1_024 * 1_024,
  statementBytes: 16 * 1_024 * 1_024,
  maxCatchingUp: 4,
};
