import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import {
  makeTenant,
  startTestApi,
  type TestApi,
  type TestTenant,
} from '../../http/support/start-test-api.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { type Claims, getStatus, hostileTokens, nowSeconds, sign } from './forged-tokens.js';

/** Known attacks on the verification of tokens that another issuer signs. */
export function describeIssuerTokens(stage: () => Stage): void {
  let tenant: TestTenant;

  beforeAll(async () => {
    tenant = await makeTenant(stage().database);
  });

  describe('401 for a forged token of another issuer', () => {
    let keySet: Server;
    let api: TestApi;
    let fetches = 0;
    let keys: Awaited<ReturnType<typeof generateKeyPair>>;
    let published: { jwk: object; pem: string };
    const issuer = 'https://issuer.example';
    const audience = 'parley';
    const secret = 'a-shared-secret-that-was-published-by-mistake';

    beforeAll(async () => {
      keys = await generateKeyPair('RS256', { extractable: true });
      const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' };
      published = { jwk, pem: await exportSPKI(keys.publicKey) };
      const oct = { kty: 'oct', kid: 'secret', k: Buffer.from(secret).toString('base64url') };
      keySet = createServer((_request, response) => {
        fetches += 1;
        response.end(JSON.stringify({ keys: [jwk, oct] }));
      });
      await new Promise<void>((resolve) => keySet.listen(0, '127.0.0.1', resolve));
      // A server that listens on a port has an address object with the port.
      const { port } = keySet.address() as AddressInfo;
      const auth = {
        kind: 'issuer' as const,
        jwksUrl: `http://127.0.0.1:${port}/`,
        issuer,
        audience,
        tokenTypes: ['at+jwt'],
        maxTokenAgeSeconds: 3_600,
        keysGraceSeconds: 60,
      };
      const config = { auth, authFailuresPerMinute: 1_000_000 };
      api = await startTestApi({ database: stage().database, config });
    });

    afterAll(async () => {
      keySet.closeAllConnections();
      await new Promise((resolve) => keySet.close(resolve));
    });

    const claims = (changes: Claims = {}): Claims => ({
      tenant_id: tenant.id,
      scope: '*',
      iss: issuer,
      aud: audience,
      iat: nowSeconds(),
      exp: nowSeconds() + 300,
      ...changes,
    });
    const signed = (changes: Claims = {}, head: object = {}, alg = 'RS256') =>
      new SignJWT(claims(changes))
        .setProtectedHeader({ alg, kid: 'one', typ: 'at+jwt', ...head })
        .sign(keys.privateKey);
    const statusOf = (token: string) => getStatus(api, token);

    it('the token that all of these are derived from is valid', async () => {
      expect(await statusOf(await signed())).toBe(200);
      expect(await statusOf(await signed({ aud: ['other', audience] }))).toBe(200);
    });

    it.each<[string, Claims]>([
      ['that expired a minute ago', { exp: nowSeconds() - 60 }],
      ['that becomes valid in a minute', { nbf: nowSeconds() + 60 }],
      ['for a list of other audiences', { aud: ['other', `${audience}/`] }],
      ['for nobody', { aud: undefined }],
      ['of no issuer', { iss: undefined }],
      ['of an issuer with a longer name', { iss: `${issuer}.attacker.example` }],
      ['of a list of issuers', { iss: [issuer] }],
      ['without exp', { exp: undefined }],
      ['whose exp is a text', { exp: '9999999999' }],
    ])('one %s', async (_name, changes) => {
      expect(await statusOf(await signed(changes))).toBe(401);
    });

    it('a shared secret: the published key in any form, or one that was published with it', async () => {
      for (const key of [published.pem, JSON.stringify(published.jwk), secret, '']) {
        for (const kid of ['one', 'secret', undefined]) {
          expect(await statusOf(sign({ alg: 'HS256', kid }, claims(), { secret: key }))).toBe(401);
        }
      }
    });

    it('another key with the published id, and one that is embedded in the token', async () => {
      const forger = await generateKeyPair('RS256', { extractable: true });
      const jwk = await exportJWK(forger.publicKey);
      const token = new SignJWT(claims()).setProtectedHeader({
        alg: 'RS256',
        kid: 'one',
        typ: 'at+jwt',
        jwk,
      });
      expect(await statusOf(await token.sign(forger.privateKey))).toBe(401);
    });

    it('a signature of one token on another', async () => {
      const [head, payload] = (await signed({ scope: 'notes:read' })).split('.');
      const [, , signature] = (await signed({ scope: '*', sub: 'other' })).split('.');
      expect(await statusOf(`${head}.${payload}.${signature}`)).toBe(401);
    });

    it('unknown key ids do not cause repeated requests to the issuer', async () => {
      const before = fetches;
      const tokens = Array.from({ length: 40 }, (_, index) => signed({}, { kid: `unknown-${index}` }));
      for (const token of tokens) expect(await statusOf(await token)).toBe(401);
      expect(fetches - before).toBeLessThan(3);
    });

    it.each(hostileTokens())('%s', async (_name, token) => {
      expect(await statusOf(token)).toBe(401);
    });
  });
}
