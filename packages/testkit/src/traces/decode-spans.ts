/** A span as a collector gets it, with the service that recorded it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** The spans of other traces that it is linked to. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
}

/** Reads an `ExportTraceServiceRequest` of OTLP; the numbers are the field numbers in opentelemetry-proto. */
export function decodeSpans(body: Buffer): ReceivedSpan[] {
  return messages(body, 1).flatMap((resourceSpans) => {
    const [resource = Buffer.alloc(0)] = messages(resourceSpans, 1);
    const service = String(readAttributes(messages(resource, 1))['service.name']);
    const spans = messages(resourceSpans, 2).flatMap((scopeSpans) => messages(scopeSpans, 2));
    return spans.map((span) => decodeSpan(span, service));
  });
}

function decodeSpan(span: Buffer, service: string): ReceivedSpan {
  const parent = hex(span, 4);
  const [status = Buffer.alloc(0)] = messages(span, 15);
  return {
    service,
    name: messages(span, 5).join(''),
    kind: kinds[Number(number(span, 6))] ?? 'unknown',
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentSpanId: parent === '' ? undefined : parent,
    startNs: number(span, 7),
    endNs: number(span, 8),
    attributes: readAttributes(messages(span, 9)),
    links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
    isError: number(status, 3) === 2n,
  };
}

const kinds = ['unknown', 'internal', 'server', 'client', 'producer', 'consumer'];

function readAttributes(entries: readonly Buffer[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    entries.map((entry) => [messages(entry, 1).join(''), readValue(messages(entry, 2)[0])]),
  );
}

function readValue(value: Buffer = Buffer.alloc(0)): string | number | boolean {
  for (const field of readFields(value)) {
    if (field.number === 1) return String(field.value);
    if (field.number === 2) return field.value === 1n;
    if (field.number === 3) return Number(field.value);
    if (field.number === 4 && Buffer.isBuffer(field.value)) return field.value.readDoubleLE();
  }
  return 'a value of another type';
}

function hex(message: Buffer, field: number): string {
  return messages(message, field)[0]?.toString('hex') ?? '';
}

function number(message: Buffer, field: number): bigint {
  for (const { number: found, value } of readFields(message)) {
    if (found === field) return Buffer.isBuffer(value) ? value.readBigUInt64LE() : value;
  }
  return 0n;
}

/** The values of a field that have a length: messages, texts and bytes. */
function messages(message: Buffer, field: number): Buffer[] {
  return readFields(message).flatMap(({ number: found, value }) =>
    found === field && Buffer.isBuffer(value) ? [value] : [],
  );
}

interface Field {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/** The fields of a message in the wire format of Protocol Buffers. */
function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let offset = 0;
  const take = (length: number) => {
    const bytes = message.subarray(offset, offset + length);
    if (bytes.length < length) throw new Error('The message ends inside a field.');
    offset += length;
    return bytes;
  };
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = take(1).readUInt8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (offset < message.length) {
    const tag = Number(readVarint());
    const number = tag >> 3;
    const type = tag & 7;
    if (type === 0) fields.push({ number, value: readVarint() });
    else if (type === 1) fields.push({ number, value: take(8) });
    else if (type === 2) fields.push({ number, value: take(Number(readVarint())) });
    else if (type === 5) fields.push({ number, value: take(4) });
    else throw new Error(`The wire type ${type} is not known.`);
  }
  return fields;
}
