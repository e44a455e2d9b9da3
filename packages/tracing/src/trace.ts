import { formatTraceparent, type ParsedTraceparent, parseTraceparent } from './traceparent.js';

/** A position in a trace: what happens next is caused by this span. */
export interface Trace extends ParsedTraceparent {
  /** Whether the trace began before this process: at a caller, or where a job was added. */
  readonly isContinued: boolean;
}

/** Returns the header for a request to another service, which may continue the trace. */
export function traceHeaders(trace: Trace | undefined): Readonly<Record<string, string>> {
  return trace === undefined ? {} : { traceparent: formatTraceparent(trace) };
}

/**
 * Returns the position that a caller sent, or that was stored with an event or a job. Returns undefined if there is
 * none.
 */
export function readTrace(traceparent: unknown): Trace | undefined {
  const parsed = parseTraceparent(traceparent);
  return parsed && { ...parsed, isContinued: true };
}

/**
 * Returns the position for work on something that was stored with its trace. If the current work belongs to a trace
 * that began elsewhere, its position is used instead: a request to send an event again is more recent than the event.
 */
export function continuedTrace(stored: unknown, current: Trace | undefined): Trace | undefined {
  return current?.isContinued ? current : (readTrace(stored) ?? current);
}
