import { isId } from '@parley/core';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { HttpError } from '../response/http-error.js';
import { type TokenErrorReason, tokenError } from './auth-errors.js';

export type AuthConfig =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'issuer'; readonly jwksUrl: string; readonly issuer: string; readonly audience: string };

/** The claims of a token whose signature has been verified. */
export interface TokenClaims {
  readonly tenantId: string;
  /** The API key that the token was issued for; tokens of another issuer have none. */
  readonly keyId?: string;
  readonly scopes: ReadonlySet<string>;
  /** In milliseconds; infinite for a token that only ends by revoking its key. */
  readonly expiresAt: number;
}

export type VerifyToken = (token: string) => Promise<TokenClaims>;

/**
 * Rejects with `unauthorized` when the token is not valid, and with `service_unavailable` when that cannot be known. Claims
 * are read after the signature was verified, so that a forger learns nothing about them.
 */
export function createTokenVerifier(config: AuthConfig, now: () => Date): VerifyToken {
  const verify = config.kind === 'secret' ? verifyBySecret(config.secret) : verifyByIssuer(config);
  return async (token) => {
    try {
      return readClaims(await verify(token, now()), config.kind);
    } catch (cause) {
      if (cause instanceof HttpError) throw cause;
      if (config.kind === 'issuer' && isKeySetUnavailable(cause))
        throw new HttpError('service_unavailable', { cause });
      throw tokenError(findReason(cause), cause);
    }
  };
}

type Verify = (token: string, currentDate: Date) => Promise<JWTPayload>;

function verifyBySecret(secret: string): Verify {
  const key = new TextEncoder().encode(secret);
  return async (token, currentDate) => {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate });
    return payload;
  };
}

/** Only public-key algorithms: with a shared-secret one, the published key itself could sign (RFC 8725, 2.1). */
const publicKeyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

function verifyByIssuer({ jwksUrl, issuer, audience }: Extract<AuthConfig, { kind: 'issuer' }>): Verify {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5_000 });
  const options: JWTVerifyOptions = {
    algorithms: publicKeyAlgorithms,
    issuer,
    audience,
    // Such a token has no key record that could be revoked, so it must expire.
    requiredClaims: ['exp'],
    clockTolerance: 5,
  };
  return async (token, currentDate) => {
    const { payload } = await jwtVerify(token, keys, { ...options, currentDate });
    return payload;
  };
}

function readClaims(payload: JWTPayload, kind: AuthConfig['kind']): TokenClaims {
  const { tenant_id: tenantId, scope, sub, exp } = payload;
  if (typeof tenantId !== 'string' || !isId(tenantId)) throw tokenError('token_malformed');
  if (kind === 'secret' && (typeof sub !== 'string' || !isId(sub))) throw tokenError('token_malformed');
  return {
    tenantId: tenantId.toLowerCase(),
    ...(kind === 'secret' && sub !== undefined && { keyId: sub }),
    scopes: new Set(typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []),
    expiresAt: exp === undefined ? Number.POSITIVE_INFINITY : exp * 1_000,
  };
}

/** jose has no error class for an endpoint that responds with anything but 200, nor for one that is unreachable. */
function isKeySetUnavailable(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout) return true;
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC';
}

function findReason(error: unknown): TokenErrorReason {
  if (error instanceof errors.JWTExpired) return 'token_expired';
  if (signatureErrors.some((kind) => error instanceof kind)) return 'unknown_signer';
  const isOfOtherIssuer = error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss';
  return isOfOtherIssuer ? 'unknown_signer' : 'token_malformed';
}

const signatureErrors = [
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];
