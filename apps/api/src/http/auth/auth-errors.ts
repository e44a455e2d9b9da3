import { HttpError } from '../response/http-error.js';

/**
 * Why a token was refused. All reasons that depend on the database are reported as one, so that nobody can probe for
 * ids.
 */
export type TokenErrorReason =
  | 'token_missing'
  | 'token_malformed'
  | 'unknown_signer'
  | 'token_expired'
  | 'token_revoked';

const sentences: Readonly<Record<TokenErrorReason, string>> = {
  token_missing: 'Send an access token in the header `Authorization: Bearer <token>`.',
  token_malformed: 'The token is not a JWT with the claims that this service expects.',
  unknown_signer: 'The token is not signed by a key that this service trusts.',
  token_expired: 'The token has expired.',
  token_revoked: 'The token is signed by a trusted key, but it is no longer valid. Request a new one.',
};

/** Creates the 401 of RFC 6750, section 3: a request without a token gets the challenge without an error code. */
export function tokenError(reason: TokenErrorReason, cause?: unknown): HttpError {
  const detail = sentences[reason];
  const challenge =
    reason === 'token_missing'
      ? 'Bearer'
      : formatChallenge({ error: 'invalid_token', error_description: detail });
  return new HttpError('unauthorized', {
    details: { reason, detail },
    headers: { 'WWW-Authenticate': challenge },
    cause,
  });
}

/**
 * Returns the 403 for a token that lacks scopes. `requiredScope` lists the missing scopes, the challenge all required
 * ones.
 */
export function scopeError(needed: readonly string[], missing: readonly string[]): HttpError {
  const requiredScope = missing.join(' ');
  const detail = `This operation needs the scope ${requiredScope}, which the token does not have.`;
  const challenge = formatChallenge({
    error: 'insufficient_scope',
    error_description: detail,
    scope: needed.join(' '),
  });
  return new HttpError('forbidden', {
    details: { reason: 'scope_missing', requiredScope, detail },
    headers: { 'WWW-Authenticate': challenge },
  });
}

/**
 * Returns the 401 for an ingress request that could not be verified. Depending on the provider, a request is verified
 * by a signature, a shared secret, a verify token or, in the sandbox, an access token. The error reveals neither the
 * kind nor whether the channel exists. RFC 9110, section 15.5.2 requires a challenge, and no registered scheme
 * describes what providers do.
 */
export function providerError(): HttpError {
  return new HttpError('unauthorized', {
    details: {
      reason: 'provider_not_verified',
      detail:
        'There is no such channel, or the request does not prove that it comes from its provider. A sandbox needs an access token.',
    },
    headers: { 'WWW-Authenticate': 'Provider realm="ingress", Bearer' },
  });
}

/** Returns the 401 for a request for the metrics without the operator's token. */
export function metricsError(): HttpError {
  return new HttpError('unauthorized', {
    details: {
      reason: 'metrics_token_missing',
      detail: 'Send the METRICS_TOKEN of this service as bearer token.',
    },
    headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' },
  });
}

/** Returns the 402 for a workspace whose plan lacks a feature. */
export function planError(requiredFeature: string): HttpError {
  const detail = `This operation needs the feature ${requiredFeature}, which the plan of the workspace does not include.`;
  return new HttpError('insufficient_billing_plan', {
    details: { reason: 'feature_missing', requiredFeature, detail },
  });
}

/**
 * Formats the value of the header `WWW-Authenticate`. The values are our own texts, scopes and features; none of them
 * contains a quotation mark or a backslash.
 */
function formatChallenge(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return `Bearer ${pairs.join(', ')}`;
}
