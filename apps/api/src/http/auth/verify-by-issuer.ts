import { errors, type JWTHeaderParameters, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { createIssuerKeys } from './issuer-keys.js';
import { expiryOf, type VerifierOptions, type Verify } from './verified-token.js';

export interface IssuerConfig {
  readonly kind: 'issuer';
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  /** The accepted values of the header `typ`. */
  readonly tokenTypes: readonly string[];
  /** How long after `iat` a token is accepted, regardless of its `exp`. */
  readonly maxTokenAgeSeconds: number;
  /** How long the last keys are used while the issuer does not respond. */
  readonly keysGraceSeconds: number;
}

/**
 * A signature is verified again after this time, so that tokens of a withdrawn key are refused within a minute: the key
 * set is at most 30 seconds old, and a caller is cached for 3 more seconds.
 */
const verifiedMs = 25_000;

/**
 * Only public-key algorithms are accepted: with a shared-secret algorithm, the published key itself could sign tokens
 * (RFC 8725, 2.1).
 */
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

/** Verifies tokens of another issuer. */
export function verifyByIssuer(config: IssuerConfig, verifier: VerifierOptions): Verify {
  const { now, steadyNowMs } = verifier;
  const { jwksUrl, issuer, audience, maxTokenAgeSeconds, keysGraceSeconds } = config;
  const keys = createIssuerKeys(jwksUrl, { ...verifier, graceMs: keysGraceSeconds * 1_000 });
  const types = new Set(config.tokenTypes.map(normalizeType));
  const options: JWTVerifyOptions = {
    algorithms: publicKeyAlgorithms,
    issuer,
    audience,
    // Such a token has no API key that could be revoked, so it must expire.
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: maxTokenAgeSeconds,
    clockTolerance: 5,
  };
  return async (token) => {
    const currentDate = now();
    const startedAt = steadyNowMs();
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, { ...options, currentDate });
    checkType(protectedHeader, payload);
    const oldestAt = ((payload.iat ?? 0) + maxTokenAgeSeconds) * 1_000;
    return {
      payload,
      expiresAt: Math.min(expiryOf(payload), oldestAt),
      verifiedUntil: Math.min(startedAt + verifiedMs, keys.usableUntil()),
    };
  };

  /**
   * Throws for tokens of another type. An issuer signs other tokens, such as logout tokens, with the same keys (RFC
   * 8725, 3.11). jose accepts only one type.
   */
  function checkType({ typ }: JWTHeaderParameters, payload: JWTPayload): void {
    if (typ === undefined || !types.has(normalizeType(typ)))
      throw new errors.JWTClaimValidationFailed('unexpected "typ" JWT header value', payload, 'typ');
  }
}

/** The prefix `application/` is optional, and the comparison ignores case (RFC 7515, 4.1.9). */
function normalizeType(type: string): string {
  return type.toLowerCase().replace(/^application\//, '');
}
