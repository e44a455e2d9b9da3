import { signingKeyId } from '@parley/api/signing-keys';
import type { ApiKey } from '@parley/database';
import { SignJWT } from 'jose';

/** The claims of a token about its key. */
export type SignedKey = Pick<ApiKey, 'id' | 'tenantId' | 'scopes' | 'createdAt' | 'expiresAt'>;

/**
 * Creates the access token of an API key. It expires with the key. The same key and secret always yield the same token.
 */
export function signToken(key: SignedKey, secret: string): Promise<string> {
  const token = new SignJWT({ tenant_id: key.tenantId, scope: key.scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: signingKeyId(secret) })
    .setSubject(key.id)
    .setJti(key.id)
    .setIssuedAt(key.createdAt);
  if (key.expiresAt) token.setExpirationTime(key.expiresAt);
  return token.sign(new TextEncoder().encode(secret));
}
