import { errors, type JWTHeaderParameters, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { createIssuerKeys } from './issuer-keys.js';
import { expiryOf, type VerifierOptions, type Verify } from './verified-token.js';

export interface IssuerConfig {
  readonly kind: 'issuer';
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  /** Values of the header `typ` that an access token may have. */
  readonly tokenTypes: readonly string[];
  /** How long after `iat` a token is accepted, whatever its `exp` is. */
  readonly maxTokenAgeSeconds: number;
}

/**
 * A signature is verified again after this time, so that a withdrawn key ends within a minute: the key set is at most 30
 * seconds old, and a caller is trusted for 3 seconds more.
 */
const verifiedMs = 25_000;

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

/** Verifies tokens of another issuer. */
export function verifyByIssuer(config: IssuerConfig, verifier: VerifierOptions): Verify {
  const { now } = verifier;
  const { jwksUrl, issuer, audience, maxTokenAgeSeconds } = config;
  const findKey = createIssuerKeys(jwksUrl, verifier);
  const types = new Set(config.tokenTypes.map(normalizeType));
  const options: JWTVerifyOptions = {
    algorithms: publicKeyAlgorithms,
    issuer,
    audience,
    // Such a token has no key record that could be revoked, so it must expire.
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: maxTokenAgeSeconds,
    clockTolerance: 5,
  };
  return async (token) => {
    const currentDate = now();
    const { payload, protectedHeader } = await jwtVerify(token, findKey, { ...options, currentDate });
    checkType(protectedHeader, payload);
    const oldestAt = ((payload.iat ?? 0) + maxTokenAgeSeconds) * 1_000;
    return {
      payload,
      expiresAt: Math.min(expiryOf(payload), oldestAt),
      verifiedUntil: currentDate.getTime() + verifiedMs,
    };
  };

  /** An issuer signs other tokens by the same keys, such as logout tokens (RFC 8725, 3.11). jose checks one type only. */
  function checkType({ typ }: JWTHeaderParameters, payload: JWTPayload): void {
    if (typ === undefined || !types.has(normalizeType(typ)))
      throw new errors.JWTClaimValidationFailed('unexpected "typ" JWT header value', payload, 'typ');
  }
}

/** The prefix may be omitted, and case does not matter (RFC 7515, 4.1.9). */
function normalizeType(type: string): string {
  return type.toLowerCase().replace(/^application\//, '');
}
