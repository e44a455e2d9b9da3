import { beforeAll, describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { makeTenant, startTestApi, type TestTenant } from '../../http/support/start-test-api.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { type Claims, getStatus, hostileTokens, nowSeconds, sign } from './forged-tokens.js';

/** Complements `test/http/auth/authentication.test.ts` with known attacks on token verification. */
export function describeTokens(stage: () => Stage): void {
  const tenant = useResource(() => makeTenant(stage().database));
  let other: TestTenant;

  beforeAll(async () => {
    other = await makeTenant(stage().database);
  });

  const claimsOf = ({ id, keyId }: TestTenant): Claims => ({ tenant_id: id, scope: '*', sub: keyId });

  describe('401 for a forged token', () => {
    const api = useResource(() =>
      startTestApi({ database: stage().database, config: { authFailuresPerMinute: 1_000_000 } }),
    );

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
      ['that has expired', { exp: nowSeconds() - 1 }],
      ['that is not valid yet', { nbf: nowSeconds() + 60 }],
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
}
