import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useResource } from '@parley/testkit/hooks';
import { exportJWK, exportSPKI, generateKeyPair } from 'jose';

export const issuer = 'https://issuer.example';
export const audience = 'parley';

export const issuerConfig = (jwksUrl: string) => ({
  kind: 'issuer' as const,
  jwksUrl,
  issuer,
  audience,
  tokenTypes: ['at+jwt'],
  maxTokenAgeSeconds: 3_600,
  keysGraceSeconds: 60,
});

/** Serves the key set of an issuer: a key with the id `one`, and these keys. */
export const useKeySet = (...others: readonly object[]) =>
  useResource(
    async () => {
      const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
      let fetches = 0;
      const server = createServer((_request, response) => {
        fetches += 1;
        response.end(JSON.stringify({ keys: [jwk, ...others] }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      // A server that listens on a port has an address object with the port.
      const { port } = server.address() as AddressInfo;
      const config = issuerConfig(`http://127.0.0.1:${port}/jwks`);
      return { privateKey, jwk, pem: await exportSPKI(publicKey), config, fetches: () => fetches, server };
    },
    ({ server }) => {
      server.closeAllConnections();
      server.close();
    },
  );
