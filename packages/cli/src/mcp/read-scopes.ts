/**
 * Reads the scopes in a token, to offer only the tools that it allows. Nothing is verified here: the service does that
 * with each request. Undefined if the token does not say, and then the service decides about each call.
 */
export function readScopes(token: string): ReadonlySet<string> | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const { scope } = Object(claims);
    return typeof scope === 'string' ? new Set(scope.split(' ').filter(Boolean)) : undefined;
  } catch {
    return undefined;
  }
}
