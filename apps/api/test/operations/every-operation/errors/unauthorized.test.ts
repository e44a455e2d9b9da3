import { describe, expect, it, jest } from '@jest/globals';
import { createToken, validRequest } from '@parley/testkit';
import { SignJWT } from 'jose';
import { everyOperation } from '../../support/every-operation.js';
import { refusal } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

jest.setTimeout(120_000);

describe('unauthorized', () => {
  const stage = useStage();

  interface Credentials {
    readonly token: string | null;
    readonly headers?: Readonly<Record<string, string>>;
  }

  type BadCredentials = readonly [
    name: string,
    reason: string,
    detail: string,
    make: () => Promise<Credentials>,
  ];

  const missing = 'Send an access token in the header `Authorization: Bearer <token>`.';
  const malformed = 'The token is not a JWT with the claims that this service expects.';
  const unknown = 'The token is not signed by a key that this service trusts.';
  const expired = 'The token has expired.';
  const revoked = 'The token is signed by a trusted key, but it is no longer valid. Request a new one.';

  const badCredentials: readonly BadCredentials[] = [
    ['no token', 'token_missing', missing, async () => ({ token: null })],
    [
      'another scheme',
      'token_missing',
      missing,
      async () => ({ token: null, headers: { authorization: 'Basic YWRhOmJlcmc=' } }),
    ],
    ['a malformed token', 'token_malformed', malformed, async () => ({ token: 'not.a.token' })],
    [
      'an expired token',
      'token_expired',
      expired,
      async () => ({ token: await tokenThatExpires(new Date('2026-10-15T09:29:59.000Z')) }),
    ],
    [
      'a token signed with another secret',
      'unknown_signer',
      unknown,
      async () => ({ token: await forgeToken() }),
    ],
    ['a token of a revoked key', 'token_revoked', revoked, async () => ({ token: await revokedToken() })],
  ];

  it.each(badCredentials)(
    '401 for %s with the reason %s from every operation; nothing changes',
    async (_, reason, detail, makeCredentials) => {
      const { database, tenantId } = stage;
      const credentials = await makeCredentials();
      const before = await snapshotTenant(database, tenantId);
      for (const operation of everyOperation) {
        const request = validRequest(stage.own, operation.version, operation.operationId);
        const { status, headers, body } = await stage.call(operation, { ...request, ...credentials });
        const { name } = operation;
        expect({ name, status, body }).toEqual({
          ...{ name, status: 401 },
          body: refusal('unauthorized', 'Unauthorized', { reason, detail }),
        });
        expect(headers['www-authenticate']).toBe(
          reason === 'token_missing'
            ? 'Bearer'
            : `Bearer error="invalid_token", error_description="${detail}"`,
        );
        expect(headers).not.toHaveProperty('x-ratelimit-limit');
      }
      expect(await snapshotTenant(database, tenantId)).toEqual(before);
    },
  );

  function tokenThatExpires(expiresAt: Date): Promise<string> {
    return createToken(stage.database, stage.tenantId, { expiresAt });
  }

  function revokedToken(): Promise<string> {
    return createToken(stage.database, stage.tenantId, { revokedAt: new Date('2026-10-01T00:00:00.000Z') });
  }

  async function forgeToken(): Promise<string> {
    const { id } = stage.own.key;
    return new SignJWT({ tenant_id: stage.tenantId, scope: '*' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setJti(id)
      .setIssuedAt()
      .sign(new TextEncoder().encode('another secret that is long enough for HS256'));
  }
});
