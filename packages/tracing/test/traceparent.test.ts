import { describe, expect, it } from '@jest/globals';
import { readTrace } from '../src/index.js';
import { formatTraceparent } from '../src/traceparent.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    ['01', true],
    ['00', false],
    // Only the last bit says whether the caller records the trace.
    ['03', true],
    ['fe', false],
  ])('is read with the flags %s', (flags, isSampled) => {
    const trace = { traceId, spanId, isSampled, isContinued: true };
    expect(readTrace(`00-${traceId}-${spanId}-${flags}`)).toEqual(trace);
  });

  it('of a later version may have more fields, which are not kept', () => {
    const trace = readTrace(`01-${traceId}-${spanId}-01-more`);
    expect(trace && formatTraceparent(trace)).toBe(`00-${traceId}-${spanId}-01`);
  });

  it.each([
    undefined,
    null,
    5,
    '',
    'not valid',
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `01-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
    `00-${traceId}-${spanId}-01'; drop table events; --`,
  ])('that is %j is ignored', (value) => {
    expect(readTrace(value)).toBeUndefined();
  });
});
