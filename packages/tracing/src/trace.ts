import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, type ParsedTraceparent, parseTraceparent } from './traceparent.js';

/** A position in a trace: what happens next is caused by this span. */
export interface Trace extends ParsedTraceparent {
  /** Whether the trace began before this process: at a caller, or where a job was added. */
  readonly isContinued: boolean;
}

const traces = new AsyncLocalStorage<Trace | undefined>();

/** The position of the code that runs now; undefined outside any trace. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}

/** The `traceparent` of the code that runs now. It is made of hexadecimal digits and hyphens only. */
export function currentTraceparent(): string | undefined {
  const trace = currentTrace();
  return trace && formatTraceparent(trace);
}

/** The header for a request to somebody else, who may continue the trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** The position that a caller sent, or that was stored with an event or a job; undefined if there is none. */
export function readTrace(traceparent: unknown): Trace | undefined {
  const parsed = parseTraceparent(traceparent);
  return parsed && { ...parsed, isContinued: true };
}

/**
 * The position for work on something that was stored with its trace. It is that of the current work if its own trace
 * began elsewhere: a request to send an event again is more recent than the event.
 */
export function continuedTrace(stored: unknown): Trace | undefined {
  const current = currentTrace();
  return current?.isContinued ? current : (readTrace(stored) ?? current);
}

/** Without any trace in the process, this only calls `work`: the storage slows every promise down once it is used. */
export function runInTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return trace === currentTrace() ? work() : traces.run(trace, work);
}
