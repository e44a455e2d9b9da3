import type { Resource } from '@opentelemetry/resources';
import type { ProtobufWriter } from './protobuf-writer.js';
import type { SpanStart } from './span.js';
import type { Trace } from './trace.js';

/** What a collector gets of a span. */
export interface EndedSpan {
  readonly trace: Trace;
  readonly parent: Trace | undefined;
  readonly name: string;
  /** The number of the kind in opentelemetry-proto. */
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly links: readonly Trace[];
  readonly hasFailed: boolean;
}

type Attributes = NonNullable<SpanStart['attributes']>;
type Value = Attributes[string];

/** Encodes a span as a `Span` of opentelemetry-proto; the numbers of the fields are those of its `trace.proto`. */
export function encodeSpan(writer: ProtobufWriter, span: EndedSpan): Uint8Array {
  return writer.message(maxBytesOf(span), () => {
    const { trace, parent, name, kind, startMs, endMs, attributes, links, hasFailed } = span;
    writer.hex(1, trace.traceId);
    writer.hex(2, trace.spanId);
    if (parent) writer.hex(4, parent.spanId);
    writer.text(5, name);
    writer.integer(6, kind);
    writer.fixed64(7, toNs(startMs));
    writer.fixed64(8, toNs(endMs));
    writeAttributes(writer, 9, attributes);
    for (const link of links) writeLink(writer, link);
    if (hasFailed) {
      const status = writer.beginPart(15);
      writer.integer(3, statusError);
      writer.endPart(status);
    }
    writer.fixed32(16, flagsOf(trace));
  });
}

/** Encodes what all spans of a process have in common: the fields of a `ResourceSpans` without the spans. */
export function encodeOrigin(
  writer: ProtobufWriter,
  { attributes }: Pick<Resource, 'attributes'>,
  scopeName: string,
): { readonly resource: Uint8Array; readonly scope: Uint8Array } {
  const values = Object.entries(attributes).map(([key, value]) => [key, toValue(value)] as const);
  const texts = Object.fromEntries(values);
  return {
    resource: writer.message(maxBytesOfAttributes(texts), () => writeAttributes(writer, 1, texts)),
    scope: writer.message(maxBytesOfText(scopeName), () => writer.text(1, scopeName)),
  };
}

/** Encodes an `ExportTraceServiceRequest` with spans of this process. */
export function encodeRequest(
  writer: ProtobufWriter,
  { resource, scope }: ReturnType<typeof encodeOrigin>,
  spans: readonly Uint8Array[],
): Uint8Array {
  let maxBytes = 4 * partBytes + resource.length + scope.length;
  for (const { length } of spans) maxBytes += partBytes + length;
  return writer.message(maxBytes, () => {
    const resourceSpans = writer.beginPart(1);
    writer.bytes(1, resource);
    const scopeSpans = writer.beginPart(2);
    writer.bytes(1, scope);
    for (const span of spans) writer.bytes(2, span);
    writer.endPart(scopeSpans);
    writer.endPart(resourceSpans);
  });
}

const statusError = 2;

function writeAttributes(writer: ProtobufWriter, field: number, attributes: Attributes): void {
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined) continue;
    const entry = writer.beginPart(field);
    writer.text(1, key);
    const part = writer.beginPart(2);
    writeValue(writer, value);
    writer.endPart(part);
    writer.endPart(entry);
  }
}

function writeValue(writer: ProtobufWriter, value: Value): void {
  if (typeof value === 'string') writer.text(1, value);
  else if (typeof value === 'boolean') writer.integer(2, Number(value));
  else if (Number.isSafeInteger(value) && value >= 0) writer.integer(3, value);
  else writer.double(4, value);
}

function writeLink(writer: ProtobufWriter, link: Trace): void {
  const part = writer.beginPart(13);
  writer.hex(1, link.traceId);
  writer.hex(2, link.spanId);
  writer.fixed32(6, flagsOf(link));
  writer.endPart(part);
}

/** The second bit of the second byte would say that the parent is in another process; the first says that this is told. */
function flagsOf({ isSampled }: Trace): number {
  return 0x100 | Number(isSampled);
}

/** A number has no more than microseconds of the present time. */
function toNs(ms: number): bigint {
  return BigInt(Math.round(ms * 1_000)) * 1_000n;
}

/** A resource can have lists, which ours does not; they are written as text. */
function toValue(value: unknown): Value {
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

/** The tag and the length of a part take at most this. */
const partBytes = 8;

/** The fields of a span that have a fixed size take less than this. */
const fixedBytes = 128;
const linkBytes = 64;

function maxBytesOf({ name, attributes, links }: EndedSpan): number {
  return fixedBytes + maxBytesOfText(name) + maxBytesOfAttributes(attributes) + links.length * linkBytes;
}

function maxBytesOfAttributes(attributes: Attributes): number {
  let bytes = 0;
  for (const key in attributes) {
    const value = attributes[key];
    const valueBytes = typeof value === 'string' ? maxBytesOfText(value) : 2 * partBytes;
    bytes += 2 * partBytes + maxBytesOfText(key) + valueBytes;
  }
  return bytes;
}

/** A unit of UTF-16 takes at most three bytes in UTF-8. */
function maxBytesOfText(text: string): number {
  return partBytes + 3 * text.length;
}
