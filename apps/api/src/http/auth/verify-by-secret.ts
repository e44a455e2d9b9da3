import { jwtVerify } from 'jose';
import { expiryOf, type Verify } from './verified-token.js';

/** Verifies tokens that this service has issued. */
export function verifyBySecret(secret: string, now: () => Date): Verify {
  const key = new TextEncoder().encode(secret);
  return async (token) => {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now() });
    return { payload, expiresAt: expiryOf(payload), verifiedUntil: Number.POSITIVE_INFINITY };
  };
}
