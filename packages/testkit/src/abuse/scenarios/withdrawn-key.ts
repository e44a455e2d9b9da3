import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { createTenant } from '../../fixtures/index.js';
import type { Scenario } from '../scenario.js';

/**
 * A stolen key of an issuer continues to sign. When the issuer withdraws it, the running service must refuse its
 * tokens.
 */
export const scenario: Scenario = {
  name: 'withdrawn-key',
  bound: { figure: 'time until the token of a withdrawn key is refused', unit: 's', atMost: 60 },
  async run(stage) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'stolen', alg: 'ES256' };
    let keys: object[] = [jwk];
    const issuer = createServer((_request, response) => response.end(JSON.stringify({ keys })));
    issuer.listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    stage.onEnd(() => void issuer.close());
    // A server that listens on a port has an address object with the port.
    const { port } = issuer.address() as AddressInfo;
    const { url, database } = await stage.startCluster({
      env: {
        AUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
        AUTH_ISSUER: 'https://issuer.example',
        AUTH_AUDIENCE: 'parley',
        RATE_LIMIT_PER_MINUTE: '100000',
      },
    });
    const { id: tenantId } = await createTenant(database);
    const token = signToken({ tenant_id: tenantId, scope: '*' });
    if ((await statusOf(url, token)) !== 200)
      throw new Error('The token was refused before its key was withdrawn');
    keys = [];
    const withdrawnAt = performance.now();
    while ((await statusOf(url, token)) === 200) await delay(200);
    return (performance.now() - withdrawnAt) / 1_000;

    function signToken(claims: object): string {
      const now = Math.floor(Date.now() / 1_000);
      const header = { alg: 'ES256', kid: 'stolen', typ: 'at+jwt' };
      const payload = { ...claims, iss: 'https://issuer.example', aud: 'parley', iat: now, exp: now + 3_600 };
      const text = [header, payload]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    }
  },
};

async function statusOf(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await request(`${url}/v3/workspace`, { headers });
  await body.dump();
  return statusCode;
}
