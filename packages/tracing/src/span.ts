import type { Trace } from './trace.js';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * The attributes of a span. They never contain values of customers or secrets, because a collector keeps them outside
 * of this service.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Positions in other traces that also caused this work. */
  readonly links?: readonly Trace[];
  /** When it started, if that was before now. */
  readonly startedAt?: Moment;
}

/** A moment by the system clock and by the steady clock, which measures the time since then. */
export interface Moment {
  readonly epochMs: number;
  readonly steadyMs: number;
}

export function readMoment(): Moment {
  return { epochMs: Date.now(), steadyMs: performance.now() };
}

export interface Span {
  readonly trace: Trace;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a code or the name of a class, never a message. */
  fail(type: string): void;
  end(): void;
}

export interface Tracer {
  /** Starts the first span of this process in a trace, and decides whether the trace is recorded here. */
  startEntrySpan(start: SpanStart, parent: Trace | undefined): Span;
  /** Starts a span below a span of this process that is recorded. */
  startSpan(start: SpanStart, parent: Trace): Span;
}

let tracer: Tracer | undefined;

/** Sets the tracer. Undefined switches tracing off, which is the default. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Whether spans are recorded at this position. */
export function isRecording(trace: Trace | undefined): trace is Trace {
  return tracer !== undefined && trace?.isSampled === true;
}

/**
 * Starts the first span of this process. Returns undefined while tracing is off. The caller of this function must end
 * the span.
 */
export function startEntrySpan(start: SpanStart, parent: Trace | undefined): Span | undefined {
  return tracer?.startEntrySpan(start, parent);
}

/**
 * Runs the first work of this process in the trace of `parent`. While tracing is off, what the work causes still belongs
 * to that trace. The work passes its position on.
 */
export function withEntrySpan<Result>(
  parent: Trace | undefined,
  start: SpanStart,
  work: (trace: Trace | undefined, span?: Span) => Promise<Result>,
): Promise<Result> {
  const span = startEntrySpan(start, parent);
  return span ? endAfter(span, () => work(span.trace, span)) : work(parent);
}

/** Runs the work in a span below `parent`. If nothing is recorded, it only calls the work with the position of `parent`. */
export function withSpan<Result>(
  parent: Trace | undefined,
  start: SpanStart,
  work: (trace: Trace | undefined, span?: Span) => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined || parent?.isSampled !== true) return work(parent);
  const span = tracer.startSpan(start, parent);
  return endAfter(span, () => work(span.trace, span));
}

/** A span costs a few hundredths of a simple read, so what is frequent has one only if it takes this long. */
const longMs = 5;

/** Records a span below `parent` for work that takes long or fails. */
export async function recordIfLong<Result>(
  parent: Trace,
  describe: () => SpanStart,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const startedAt = readMoment();
  const startSpan = () => tracer?.startSpan({ ...describe(), startedAt }, parent);
  try {
    const result = await work();
    if (performance.now() - startedAt.steadyMs >= longMs) startSpan()?.end();
    return result;
  } catch (error) {
    const span = startSpan();
    span?.fail(errorTypeOf(error));
    span?.end();
    throw error;
  }
}

/** Runs work for several callers at once, in the trace of the first one and linked to the others. */
export function withSharedSpan<Result>(
  callers: readonly (Trace | undefined)[],
  work: (trace: Trace | undefined) => Promise<Result>,
): Promise<Result> {
  const [first, ...links] = new Set(callers.filter((trace) => trace !== undefined));
  if (links.length === 0) return work(first);
  return withSpan(first, { name: 'batch', kind: 'internal', links }, work);
}

async function endAfter<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

const maxTypeLength = 100;

/** Returns the code or the class of an error. Its message is not used, because it can contain values of customers. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const type = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return type.slice(0, maxTypeLength);
}
