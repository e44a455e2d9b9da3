import { jwtVerify } from 'jose';

/** The authenticated caller. */
export interface Caller {
  readonly tenantId: string;
}

/** Creates the same check as in the service: only HS256, and a verified token is cached for a few seconds. */
export function createTokenCheck(secret: string): (authorization: string | undefined) => Promise<Caller> {
  const key = new TextEncoder().encode(secret);
  const verified = new Map<string, { caller: Caller; until: number }>();
  return async (authorization = '') => {
    const token = authorization.replace(/^Bearer /, '');
    const known = verified.get(token);
    if (known && known.until > Date.now()) return known.caller;
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    const caller = { tenantId: String(payload.tenant_id) };
    verified.set(token, { caller, until: Date.now() + 5_000 });
    return caller;
  };
}
