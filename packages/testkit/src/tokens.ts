import type { ApiKey, Database } from '@parley/database';
import { signToken } from '@parley/local/sign-token';
import { createKey } from './fixtures/tenants.js';

/** The secret with which the API under test verifies tokens. */
export const testSecret = 'a secret of the tests, long enough for HS256';

export interface TokenOptions {
  readonly scopes?: readonly string[];
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** Creates a key of the tenant and returns its token; by default the key has every scope. */
export async function createToken(
  database: Database,
  tenantId: string,
  { scopes = ['*'], ...dates }: TokenOptions = {},
): Promise<string> {
  return tokenOf(await createKey(database, tenantId, { scopes: [...scopes], ...dates }));
}

export function tokenOf(key: ApiKey): Promise<string> {
  return signToken(key, testSecret);
}
