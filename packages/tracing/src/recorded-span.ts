import {
  SpanKind as ApiKind,
  type Attributes,
  type HrTime,
  type Link,
  type SpanContext,
  type SpanStatus,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Span, SpanAttributes, SpanKind, SpanStart } from './span.js';
import type { Trace } from './trace.js';

/** What all spans of a process share. */
export interface SpanOrigin {
  readonly resource: Resource;
  readonly instrumentationScope: ReadableSpan['instrumentationScope'];
  /** Receives each span that has ended. */
  onEnd(span: ReadableSpan): void;
}

export interface RecordedSpanOptions {
  readonly trace: Trace;
  readonly parent: Trace | undefined;
  readonly origin: SpanOrigin;
}

/**
 * A span that is recorded, in the form that the exporters of the SDK read. The spans of the SDK itself check and copy each
 * attribute, look up limits, and keep more objects until they are exported.
 */
export class RecordedSpan implements Span, ReadableSpan {
  readonly trace: Trace;
  readonly kind: ApiKind;
  readonly parentSpanContext?: SpanContext;
  name: string;
  attributes: Attributes;
  status: SpanStatus = unset;
  ended = false;
  readonly #links: readonly Trace[];
  readonly #origin: SpanOrigin;
  readonly #startMs: number;
  /** Undefined if the span started before this object was created. Its end is then read from the clock, too. */
  readonly #startedAt: number | undefined;
  #endMs = 0;

  constructor(start: SpanStart, { trace, parent, origin }: RecordedSpanOptions) {
    const { name, kind, attributes = none, links = noLinks, startedAtMs } = start;
    this.trace = trace;
    this.name = name;
    this.kind = kinds[kind];
    // Attributes of a start are often shared by all spans of a kind, so `set` replaces them.
    this.attributes = attributes;
    if (parent) this.parentSpanContext = toSpanContext(parent);
    this.#links = links;
    this.#origin = origin;
    this.#startMs = startedAtMs ?? Date.now();
    this.#startedAt = startedAtMs === undefined ? performance.now() : undefined;
  }

  rename(name: string): void {
    this.name = name;
  }

  set(attributes: SpanAttributes): void {
    // A spread of objects with such keys takes ten times as long.
    const merged = Object.assign({}, this.attributes);
    for (const key in attributes) {
      const value = attributes[key];
      if (value !== undefined) merged[key] = value;
    }
    this.attributes = merged;
  }

  fail(type: string): void {
    this.set({ 'error.type': type });
    this.status = failed;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    const now =
      this.#startedAt === undefined ? Date.now() : this.#startMs + performance.now() - this.#startedAt;
    // A clock that was set back must not end a span before its start.
    this.#endMs = Math.max(now, this.#startMs);
    this.#origin.onEnd(this);
  }

  spanContext(): SpanContext {
    return toSpanContext(this.trace);
  }

  get startTime(): HrTime {
    return toHrTime(this.#startMs);
  }

  get endTime(): HrTime {
    return toHrTime(this.#endMs);
  }

  get duration(): HrTime {
    return toHrTime(this.#endMs - this.#startMs);
  }

  get links(): Link[] {
    return this.#links.map((link) => ({ context: toSpanContext(link) }));
  }

  get resource(): Resource {
    return this.#origin.resource;
  }

  get instrumentationScope(): ReadableSpan['instrumentationScope'] {
    return this.#origin.instrumentationScope;
  }

  get events(): [] {
    return [];
  }

  get droppedAttributesCount(): number {
    return 0;
  }

  get droppedEventsCount(): number {
    return 0;
  }

  get droppedLinksCount(): number {
    return 0;
  }
}

const none: Attributes = {};
const noLinks: readonly Trace[] = [];
const unset: SpanStatus = { code: SpanStatusCode.UNSET };
const failed: SpanStatus = { code: SpanStatusCode.ERROR };

export const kinds: Readonly<Record<SpanKind, ApiKind>> = {
  internal: ApiKind.INTERNAL,
  server: ApiKind.SERVER,
  client: ApiKind.CLIENT,
  producer: ApiKind.PRODUCER,
  consumer: ApiKind.CONSUMER,
};

export function toSpanContext({ traceId, spanId, isSampled }: Trace): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

/** Seconds and nanoseconds. */
function toHrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
}
