/** The identity of a span, as the header `traceparent` of W3C Trace Context has it. */
export interface ParsedTraceparent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const maxLength = 256;

/**
 * Reads a header or a stored value. Returns undefined for everything that is not valid, which is ignored (W3C Trace
 * Context, section 3.2). A later version of the standard may append fields, which are not kept.
 */
export function parseTraceparent(value: unknown): ParsedTraceparent | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = ''] = format.exec(value) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && value.length !== 55)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: ParsedTraceparent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
