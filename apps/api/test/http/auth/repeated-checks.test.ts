import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { tokenError } from '../../../src/http/auth/auth-errors.js';
import { createAuthenticator } from '../../../src/http/auth/authenticate.js';
import { createFailureLimit } from '../../../src/http/limits/failure-limit.js';

const now = () => new Date('2026-11-18T09:00:00.000Z');
// An authenticator reads nothing else of a request.
const request = { headers: { authorization: 'Bearer token' }, ip: '192.0.2.1' } as Request;

function createWith(error: Error) {
  const failures = createFailureLimit(10, now);
  let failed = 0;
  const authenticate = createAuthenticator({
    verifyToken: () => Promise.reject(error),
    findCaller: async () => undefined,
    failures,
    onFailure: () => {
      failed += 1;
    },
    now,
    steadyNowMs: () => 0,
  });
  return { authenticate, countFailures: () => [failed, failures.hasFailed('192.0.2.1', 'tokens')] };
}

describe('a failure of the sender of a token', () => {
  it('is a token that is refused', async () => {
    const { authenticate, countFailures } = createWith(tokenError('token_expired'));
    await expect(authenticate(request)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(countFailures()).toEqual([1, true]);
  });

  it('is not a token that is refused when an open stream checks it again', async () => {
    const { authenticate, countFailures } = createWith(tokenError('token_expired'));
    await expect(authenticate(request, { isRepeated: true })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(countFailures()).toEqual([0, false]);
  });

  it('is not a token that could not be checked', async () => {
    const { authenticate, countFailures } = createWith(new Error('The issuer is not available.'));
    await expect(authenticate(request)).rejects.toThrow('The issuer is not available.');
    expect(countFailures()).toEqual([0, false]);
  });
});
