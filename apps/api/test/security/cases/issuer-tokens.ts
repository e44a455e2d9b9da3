import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { audience, issuer, useKeySet } from '../../http/auth/use-key-set.js';
import { makeTenant, startTestApi } from '../../http/support/start-test-api.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { type Claims, getStatus, hostileTokens, nowSeconds, sign } from './forged-tokens.js';

/** Known attacks on the verification of tokens that another issuer signs. */
export function describeIssuerTokens(stage: () => Stage): void {
  const tenant = useResource(() => makeTenant(stage().database));

  describe('401 for a forged token of another issuer', () => {
    const secret = 'a-shared-secret-that-was-published-by-mistake';
    const keySet = useKeySet({ kty: 'oct', kid: 'secret', k: Buffer.from(secret).toString('base64url') });
    const api = useResource(() => {
      const config = { auth: keySet.config, authFailuresPerMinute: 1_000_000 };
      return startTestApi({ database: stage().database, config });
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
        .sign(keySet.privateKey);
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
      for (const key of [keySet.pem, JSON.stringify(keySet.jwk), secret, '']) {
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
      const before = keySet.fetches();
      const tokens = Array.from({ length: 40 }, (_, index) => signed({}, { kid: `unknown-${index}` }));
      for (const token of tokens) expect(await statusOf(await token)).toBe(401);
      expect(keySet.fetches() - before).toBeLessThan(3);
    });

    it.each(hostileTokens())('%s', async (_name, token) => {
      expect(await statusOf(token)).toBe(401);
    });
  });
}
