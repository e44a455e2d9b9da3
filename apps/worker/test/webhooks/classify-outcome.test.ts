import { describe, expect, it } from '@jest/globals';
import { classifyOutcome } from '../../src/webhooks/classify-outcome.js';

const respondedWith = (statusCode: number) =>
  ({ kind: 'responded', statusCode, durationMs: 1, bodyText: '' }) as const;

describe('classifyOutcome', () => {
  it.each([200, 201, 202, 204, 299])('%d is a success', (statusCode) => {
    expect(classifyOutcome(respondedWith(statusCode))).toEqual({ kind: 'succeeded' });
  });

  it('410 means that the endpoint no longer exists', () => {
    expect(classifyOutcome(respondedWith(410))).toEqual({ kind: 'gone' });
  });

  it.each([300, 301, 302, 304, 307, 308, 400, 401, 404, 408, 411, 429, 500, 503])(
    '%d is retried',
    (statusCode) => {
      expect(classifyOutcome(respondedWith(statusCode))).toEqual({ kind: 'retry' });
    },
  );

  it('a response that requests a pause is retried after it', () => {
    expect(classifyOutcome({ ...respondedWith(429), retryAfterMs: 0 })).toEqual({
      kind: 'retry',
      afterMs: 0,
    });
    expect(classifyOutcome({ ...respondedWith(503), retryAfterMs: 9_000 })).toEqual({
      kind: 'retry',
      afterMs: 9_000,
    });
  });

  it('a request without a response is retried', () => {
    expect(classifyOutcome({ kind: 'failed', reason: 'timeout', message: '', durationMs: 1 })).toEqual({
      kind: 'retry',
    });
  });
});
