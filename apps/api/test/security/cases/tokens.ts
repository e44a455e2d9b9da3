import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import {
  makeTenant,
  startTestApi,
  type TestApi,
  type TestTenant,
  testSecret,
} from '../../http/support/start-test-api.js';
import type { Stage } from '../../operations/support/start-stage.js';

type Claims = Readonly<Record<string, unknown>>;

/** Complements `test/http/auth/authentication.test.ts` with known attacks on token verification. */
export function describeTokens(stage: () => Stage): void {
  let tenant: TestTenant;
  let other: TestTenant;

  beforeAll(async () => {
    tenant = await makeTenant(stage().database);
    other = await makeTenant(stage().database);
  });

  const claimsOf = ({ id, keyId }: TestTenant): Claims => ({ tenant_id: id, scope: '*', sub: keyId });
  const now = () => Math.floor(Date.now() / 1_000);

  describe('401 for a forged token', () => {
    let api: TestApi;

    beforeAll(async () => {
      api = await startTestApi({ database: stage().database, config: { authFailuresPerMinute: 1_000_000 } });
    });

    const statusOf = (token: string) => getStatus(api, token);

    it('the token that all of these are derived from is valid', async () => {
      expect(await statusOf(sign({ alg: 'HS256' }, claimsOf(tenant)))).toBe(200);
    });

    it.each(['none', 'None', 'NONE', 'nOnE', '', ' none', 'HS256 '])('the algorithm "%s"', async (alg) => {
      const [head, payload, signature] = sign({ alg }, claimsOf(tenant)).split('.');
      expect(await statusOf(`${head}.${payload}.`)).toBe(401);
      expect(await statusOf(`${head}.${payload}.${signature}`)).toBe(401);
      expect(await statusOf(`${head}.${payload}`)).toBe(401);
    });

    it.each([
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ])('%s with the right secret', async (alg, hash) => {
      expect(await statusOf(sign({ alg }, claimsOf(tenant), { hash }))).toBe(401);
    });

    it.each<[string, object]>([
      ['an embedded key', { jwk: { kty: 'oct', k: Buffer.from('attacker').toString('base64url') } }],
      ['a URL of keys', { jku: 'http://127.0.0.1:9/keys', kid: 'one' }],
      ['a URL of certificates', { x5u: 'http://127.0.0.1:9/certificates' }],
      ['certificates', { x5c: ['AAAA'] }],
      ['a key id that is the path of an empty file', { kid: '/dev/null' }],
      ['a key id that is a path traversal', { kid: '../../../../dev/null' }],
      ['a key id that is an SQL injection', { kid: "x' union select 'attacker" }],
      ['a key id that is an object', { kid: { toString: 'attacker' } }],
      ['the key id __proto__', { kid: '__proto__' }],
    ])('a header with %s', async (_name, head) => {
      for (const secret of ['attacker', '', '\0']) {
        expect(await statusOf(sign({ alg: 'HS256', ...head }, claimsOf(tenant), { secret }))).toBe(401);
      }
    });

    it.each<[string, object]>([
      ['is critical and unknown', { crit: ['x-attack'], 'x-attack': true }],
      ['says that the payload is not encoded', { crit: ['b64'], b64: false }],
    ])('an extension that %s, with the right signature', async (_name, head) => {
      expect(await statusOf(sign({ alg: 'HS256', ...head }, claimsOf(tenant)))).toBe(401);
    });

    it('the signature of another token, none, half of one, or one with a suffix', async () => {
      const [head, payload, signature = ''] = sign({ alg: 'HS256' }, claimsOf(tenant)).split('.');
      const [, , ofOther] = sign({ alg: 'HS256' }, claimsOf(other)).split('.');
      for (const wrong of [ofOther, '', signature.slice(0, 22), `${signature}AAAA`, 'A'.repeat(43)]) {
        expect(await statusOf(`${head}.${payload}.${wrong}`)).toBe(401);
      }
    });

    it.each<[string, Claims]>([
      ['that has expired', { exp: now() - 1 }],
      ['that is not valid yet', { nbf: now() + 60 }],
      ['whose exp is a text', { exp: '9999999999' }],
      ['whose nbf is a text', { nbf: '0' }],
      ['whose exp is null', { exp: null }],
      ['whose tenant is a list', { tenant_id: ['a'] }],
      ['whose tenant is missing', { tenant_id: undefined }],
      ['whose key is missing', { sub: undefined }],
      ['whose key is an object', { sub: {} }],
    ])('one %s, with the right signature', async (_name, claims) => {
      expect(await statusOf(sign({ alg: 'HS256' }, { ...claimsOf(tenant), ...claims }))).toBe(401);
    });

    it('a list with the id of a key or a tenant is refused', async () => {
      expect(await statusOf(sign({ alg: 'HS256' }, { ...claimsOf(tenant), sub: [tenant.keyId] }))).toBe(401);
      expect(await statusOf(sign({ alg: 'HS256' }, { ...claimsOf(tenant), tenant_id: [tenant.id] }))).toBe(
        401,
      );
    });

    it('scopes that are not texts grant nothing', async () => {
      for (const scope of [['*'], { '*': true }, 1, null, '**', ' ', 'notes:*']) {
        expect(await statusOf(sign({ alg: 'HS256' }, { ...claimsOf(tenant), scope }))).toBe(403);
      }
    });

    it.each(hostileTokens())('%s', async (_name, token) => {
      expect(await statusOf(token)).toBe(401);
    });
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
        keysGraceSeconds: 300,
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
      iat: now(),
      exp: now() + 300,
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
      ['that expired a minute ago', { exp: now() - 60 }],
      ['that becomes valid in a minute', { nbf: now() + 60 }],
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

async function getStatus(api: TestApi, token: string): Promise<number> {
  const response = await fetch(`${api.url}/v3/notes/1`, { headers: { Authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
}

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

function sign(head: object, claims: Claims, { secret = testSecret, hash = 'sha256' } = {}): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** Returns values that are not tokens and must be refused like any other invalid token. */
function hostileTokens(): [string, string][] {
  const signature = 'A'.repeat(43);
  const heads: [string, string][] = [
    ['null', 'null'],
    ['a list', '["HS256"]'],
    ['a text', '"HS256"'],
    ['a number', '1'],
    ['an empty object', '{}'],
    ['an algorithm that is a list', '{"alg":["HS256"]}'],
    ['an algorithm that is null', '{"alg":null}'],
    ['an algorithm called __proto__', '{"alg":"__proto__"}'],
    ['a prototype', '{"__proto__":{"alg":"HS256"}}'],
    ['crit that is a text', '{"alg":"RS256","crit":"exp"}'],
    ['kid that is an object', '{"alg":"RS256","kid":{"a":1}}'],
    ['a key that is a text', '{"alg":"RS256","kid":"one","jwk":"x"}'],
    ['incomplete JSON', '{"alg":"HS256"'],
    ['two thousand levels', `{"alg":"HS256","x":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
    ['a byte that is not UTF-8', '\u00ff'],
  ];
  return [
    ...heads.map(([name, head]): [string, string] => [
      `a head of ${name}`,
      `${encode(head)}.${encode('{}')}.${signature}`,
    ]),
    ['only dots', '....'],
    ['two dots', '..'],
    ['five parts, as if it were encrypted', `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
    ['a hundred parts', Array(100).fill('AAAA').join('.')],
    ['characters of another alphabet', `${encode({ alg: 'HS256' })}.+/+/.${signature}`],
    ['eight thousand characters', `${encode({ alg: 'HS256' })}.${'A'.repeat(8_000)}.${signature}`],
  ];
}
