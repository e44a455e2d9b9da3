import type { Context, EventStreamStart } from '@parley/core';

/** A response that sends events as they happen, from a position of the feed on. */
export class EventStream {
  readonly context: Context;
  readonly start: EventStreamStart;
  /** The types to send; undefined for all. */
  readonly types: readonly string[] | undefined;

  constructor(context: Context, start: EventStreamStart, types: readonly string[] | undefined) {
    this.context = context;
    this.start = start;
    this.types = types;
  }
}
