import { isId } from '@parley/core';
import { errors } from 'jose';
import { HttpError } from '../response/http-error.js';
import { type TokenErrorReason, tokenError } from './auth-errors.js';
import { KeySetUnavailableError } from './issuer-keys.js';
import type { VerifiedToken, VerifierOptions } from './verified-token.js';
import { type IssuerConfig, verifyByIssuer } from './verify-by-issuer.js';
import { type SecretConfig, verifyBySecret } from './verify-by-secret.js';

export type AuthConfig = SecretConfig | IssuerConfig;

/** The claims of a token whose signature has been verified. */
export interface TokenClaims {
  readonly tenantId: string;
  /** The API key for which the token was issued; tokens of another issuer have none. */
  readonly keyId?: string;
  readonly scopes: ReadonlySet<string>;
  /** The time in milliseconds; infinite for a token that ends only when its key is revoked. */
  readonly expiresAt: number;
  /** When the signature has to be verified again, in milliseconds on the steady clock. */
  readonly verifiedUntil: number;
}

export type VerifyToken = (token: string) => Promise<TokenClaims>;

/**
 * Rejects with `unauthorized` if the token is not valid, and with `service_unavailable` if that cannot be determined.
 * The claims are read after the signature was verified, so that a forger learns nothing about them.
 */
export function createTokenVerifier(config: AuthConfig, options: VerifierOptions): VerifyToken {
  const verify = config.kind === 'issuer' ? verifyByIssuer(config, options) : verifyBySecret(config, options);
  return async (token) => {
    try {
      return readClaims(await verify(token), config.kind);
    } catch (cause) {
      if (cause instanceof HttpError) throw cause;
      if (cause instanceof KeySetUnavailableError) throw new HttpError('service_unavailable', { cause });
      throw tokenError(findReason(cause), cause);
    }
  };
}

function readClaims(verified: VerifiedToken, kind: AuthConfig['kind']): TokenClaims {
  const { payload, expiresAt, verifiedUntil } = verified;
  const { tenant_id: tenantId, scope, sub } = payload;
  if (typeof tenantId !== 'string' || !isId(tenantId)) throw tokenError('token_malformed');
  const isOurs = kind !== 'issuer';
  if (isOurs && (typeof sub !== 'string' || !isId(sub))) throw tokenError('token_malformed');
  return {
    tenantId: tenantId.toLowerCase(),
    ...(isOurs && sub !== undefined && { keyId: sub }),
    scopes: new Set(typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []),
    expiresAt,
    verifiedUntil,
  };
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
