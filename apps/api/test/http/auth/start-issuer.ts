import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';

export interface IssuedToken {
  readonly tenantId: string;
  readonly kid: string;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly issuedAt?: Date | null;
  readonly expiresAt?: Date;
}

/** Starts an issuer with two keys and an endpoint for its key set, which can withdraw keys and fail. */
export async function startIssuer(now: () => Date) {
  const keys = new Map<
    string,
    { readonly privateKey: GenerateKeyPairResult['privateKey']; readonly jwk: JWK }
  >();
  for (const kid of ['one', 'two']) {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    keys.set(kid, { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } });
  }
  const state = {
    published: ['one', 'two'],
    behaviour: 'responds' as 'responds' | 'fails' | 'hangs',
    fetches: 0,
  };
  const server = createServer((_request, response) => {
    state.fetches += 1;
    if (state.behaviour === 'hangs') return;
    if (state.behaviour === 'fails') response.writeHead(500).end();
    else response.end(JSON.stringify({ keys: state.published.map((kid) => keys.get(kid)?.jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;

  return {
    state,
    config: {
      kind: 'issuer' as const,
      jwksUrl: `http://127.0.0.1:${port}/jwks`,
      issuer: 'https://issuer.example',
      audience: 'parley',
      tokenTypes: ['at+jwt', 'JWT'],
      maxTokenAgeSeconds: 3_600,
      keysGraceSeconds: 60,
    },
    async sign({ tenantId, kid, header, issuedAt = now(), expiresAt }: IssuedToken): Promise<string> {
      const key = keys.get(kid) ?? keys.get('one');
      if (!key) throw new Error('An issuer has keys');
      const token = new SignJWT({ tenant_id: tenantId, scope: '*', jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...header })
        .setIssuer('https://issuer.example')
        .setAudience('parley')
        .setExpirationTime(expiresAt ?? new Date(now().getTime() + 86_400_000));
      if (issuedAt) token.setIssuedAt(issuedAt);
      return token.sign(key.privateKey);
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
