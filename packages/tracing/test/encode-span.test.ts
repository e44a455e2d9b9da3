import { describe, expect, it } from '@jest/globals';
import { type Attributes, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
// The file is imported by its path: the testkit depends on this package, and packages must not form a cycle of
// dependencies.
import { decodeSpans } from '../../testkit/src/traces/decode-spans.js';
import { type EndedSpan, encodeOrigin, encodeRequest, encodeSpan } from '../src/encode-span.js';
import { ProtobufWriter } from '../src/protobuf-writer.js';
import type { Trace } from '../src/trace.js';

const resource = resourceFromAttributes({ 'service.name': 'test', 'process.pid': 4_711 });
const trace = traceOf('4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7');
const other = traceOf('0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331');

const plain: EndedSpan = {
  trace,
  parent: undefined,
  name: 'GET /v3/chats/{chatId}',
  kind: 2,
  startMs: 1_795_000_000_000.125,
  endMs: 1_795_000_000_003.5,
  attributes: {},
  links: [],
  hasFailed: false,
};

describe('an encoded span', () => {
  it.each<[string, Partial<EndedSpan>]>([
    ['without attributes', {}],
    ['below another span', { parent: other }],
    ['that failed', { hasFailed: true }],
    ['with links', { links: [other, trace] }],
    ['with a short text', { attributes: { 'http.request.method': 'GET' } }],
    ['with a text of 64 characters', { attributes: { text: 'x'.repeat(64) } }],
    ['with a text whose length takes two bytes', { attributes: { text: 'x'.repeat(128) } }],
    ['with a text whose length takes three bytes', { attributes: { text: 'x'.repeat(20_000) } }],
    ['with a text that is longer than a piece of memory', { attributes: { text: 'ö'.repeat(70_000) } }],
    ['with other characters', { name: 'Grüße', attributes: { 'schlüssel-€': 'äöü 😀'.repeat(5) } }],
    ['with an empty text', { name: '', attributes: { text: '' } }],
    ['with flags', { attributes: { yes: true, no: false } }],
    [
      'with numbers',
      {
        attributes: {
          zero: 0,
          small: 127,
          two: 128,
          status: 200,
          large: 2 ** 40 + 1,
          half: 0.5,
          minus: -1.5,
        },
      },
    ],
  ])('%s is read as one that the SDK has encoded', (_name, fields) => {
    const span = { ...plain, ...fields };
    expect(decode([span])).toEqual(decodeSpans(Buffer.from(encodeWithSdk(span))));
  });

  it('has its own bytes, however many follow it', () => {
    const spans = Array.from({ length: 2_000 }, (_, index) => ({
      ...plain,
      name: `span ${index}`,
      attributes: { text: 'x'.repeat(index) },
    }));
    const decoded = decode(spans);
    expect(decoded.map(({ name }) => name)).toEqual(spans.map(({ name }) => name));
    expect(decoded.map(({ attributes }) => attributes)).toEqual(spans.map(({ attributes }) => attributes));
  });
});

function decode(spans: readonly EndedSpan[]) {
  const writer = new ProtobufWriter();
  const encoded = spans.map((span) => encodeSpan(writer, span));
  const requests = new ProtobufWriter();
  const origin = encodeOrigin(requests, resource, 'parley');
  return decodeSpans(Buffer.from(encodeRequest(requests, origin, encoded)));
}

function encodeWithSdk(span: EndedSpan): Uint8Array {
  const readable: Omit<ReadableSpan, 'kind'> & { kind: number } = {
    name: span.name,
    // The numbers of the API begin with 0.
    kind: span.kind - 1,
    spanContext: () => contextOf(span.trace),
    ...(span.parent && { parentSpanContext: contextOf(span.parent) }),
    startTime: toHrTime(span.startMs),
    endTime: toHrTime(span.endMs),
    duration: [0, 0],
    status: { code: span.hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes satisfies Attributes,
    links: span.links.map((link) => ({ context: contextOf(link) })),
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'parley' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
  const encoded = ProtobufTraceSerializer.serializeRequest([readable]);
  if (encoded === undefined) throw new Error('The SDK encoded nothing.');
  return encoded;
}

function traceOf(traceId: string, spanId: string): Trace {
  return { traceId, spanId, isSampled: true, isContinued: false };
}

function contextOf({ traceId, spanId }: Trace) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

function toHrTime(ms: number): [number, number] {
  return [Math.trunc(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
}
