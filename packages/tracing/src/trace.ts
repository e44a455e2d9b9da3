import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, type ParsedTraceparent, parseTraceparent } from './traceparent.js';

/** A position in a trace: what happens next is caused by this span. */
export interface Trace extends ParsedTraceparent {
  /** Whether the trace began before this process: at a caller, or where a job was added. */
  readonly isContinued: boolean;
}

const traces = new AsyncLocalStorage<Trace | undefined>();

/** Returns the position of the code that runs now, or undefined outside any trace. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** The `traceparent` of the code that runs now. It is made of hexadecimal digits and hyphens only. */
export function currentTraceparent(): string | undefined {
  const trace = currentTrace();
  return trace && formatTraceparent(trace);
}

/** Returns the header for a request to another service, which may continue the trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
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
export function continuedTrace(stored: unknown): Trace | undefined {
  const current = currentTrace();
  return current?.isContinued ? current : (readTrace(stored) ?? current);
}

/**
 * Runs `work` at a position. Without any trace in the process, it only calls `work`, because the storage slows down
 * every promise once it is used.
 */
export function runInTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return trace === currentTrace() ? work() : traces.run(trace, work);
}
