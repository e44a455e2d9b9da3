import type { EndedSpan } from './encode-span.js';
import {
  type Moment,
  readMoment,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type SpanStart,
} from './span.js';
import type { Trace } from './trace.js';

export interface RecordedSpanOptions {
  readonly trace: Trace;
  readonly parent: Trace | undefined;
  /** Receives the span when it has ended. */
  readonly onEnd: (span: EndedSpan) => void;
}

/**
 * A span that is recorded. The spans of the SDK check and copy each attribute, look up limits, and keep many objects until
 * they are sent.
 */
export class RecordedSpan implements Span, EndedSpan {
  readonly trace: Trace;
  readonly parent: Trace | undefined;
  readonly kind: number;
  readonly links: readonly Trace[];
  readonly startMs: number;
  name: string;
  attributes: NonNullable<SpanStart['attributes']>;
  hasFailed = false;
  endMs = 0;
  readonly #onEnd: (span: EndedSpan) => void;
  readonly #startedAt: Moment;

  constructor(start: SpanStart, { trace, parent, onEnd }: RecordedSpanOptions) {
    const { name, kind, attributes = none, links = noLinks, startedAt = readMoment() } = start;
    this.trace = trace;
    this.parent = parent;
    this.name = name;
    this.kind = kinds[kind];
    // Attributes of a start are often shared by all spans of a kind, so `set` replaces them.
    this.attributes = attributes;
    this.links = links;
    this.#onEnd = onEnd;
    this.#startedAt = startedAt;
    this.startMs = startedAt.epochMs;
  }

  rename(name: string): void {
    this.name = name;
  }

  set(attributes: SpanAttributes): void {
    // A spread of objects with such keys takes ten times as long.
    const merged: Record<string, string | number | boolean> = Object.assign({}, this.attributes);
    for (const key in attributes) {
      const value = attributes[key];
      if (value !== undefined) merged[key] = value;
    }
    this.attributes = merged;
  }

  fail(type: string): void {
    this.set({ 'error.type': type });
    this.hasFailed = true;
  }

  end(): void {
    if (this.endMs > 0) return;
    // By the steady clock, so that a span does not end before its start when the system clock is set back.
    this.endMs = this.startMs + performance.now() - this.#startedAt.steadyMs;
    this.#onEnd(this);
  }
}

const none = {};
const noLinks: readonly Trace[] = [];

/** The numbers of the kinds in opentelemetry-proto. */
const kinds: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
