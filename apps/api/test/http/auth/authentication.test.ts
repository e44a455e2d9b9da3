import { describe, expect, it } from '@jest/globals';
import { createApiKey, newId, revokeApiKey } from '@parley/core';
import { SignJWT, UnsecuredJWT } from 'jose';
import { makeTenant, send, signToken, startTestApi, testSecret } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';
import { describeIssuerTokens } from './issuer-tokens.js';
import { tokenCalls } from './token-calls.js';

const stage = useTestApi();
const calls = tokenCalls(stage);
const { get, expectUnauthorized } = calls;

describe('401 unauthorized', () => {
  it.each([
    ['no header', undefined, 'token_missing'],
    ['another scheme', 'Basic dXNlcjpwYXNz', 'token_missing'],
    ['no token', 'Bearer ', 'token_malformed'],
    ['not a token', 'Bearer abc', 'token_malformed'],
    ['two tokens', 'Bearer a b', 'token_malformed'],
    ['a huge token', `Bearer ${'a'.repeat(9_000)}`, 'token_malformed'],
  ])('%s', async (_name, authorization, reason) => {
    const response = await fetch(`${stage.api.url}/v3/notes/1`, {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { messageKey: 'unauthorized', reason } });
    expect(response.headers.get('www-authenticate')).toMatch(
      reason === 'token_missing' ? /^Bearer$/ : /^Bearer error="invalid_token", /,
    );
  });

  it('an unauthenticated caller learns nothing about the validity of a body', async () => {
    expect((await send(`${stage.api.url}/v3/notes`, { method: 'POST', body: '{"title":' })).status).toBe(401);
  });

  it('a token signed with another secret', async () => {
    await expectUnauthorized(
      await signToken({
        tenantId: stage.tenant.id,
        keyId: stage.tenant.keyId,
        scope: '*',
        secret: 'x'.repeat(40),
      }),
      'unknown_signer',
    );
  });

  it('alg: none', async () => {
    const claims = { tenant_id: stage.tenant.id, scope: '*', sub: stage.tenant.keyId };
    await expectUnauthorized(new UnsecuredJWT(claims).encode(), 'unknown_signer');
    const [, payload] = stage.tenant.token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    await expectUnauthorized(`${none}.${payload}.`, 'unknown_signer');
  });

  it('an algorithm other than HS256, even with the right secret', async () => {
    const token = await new SignJWT({ tenant_id: stage.tenant.id, scope: '*' })
      .setProtectedHeader({ alg: 'HS512' })
      .setSubject(stage.tenant.keyId)
      .sign(new TextEncoder().encode(testSecret.padEnd(64, '0')));
    await expectUnauthorized(token, 'unknown_signer');
  });

  it('claims changed after signing', async () => {
    const [head, , signature] = stage.tenant.token.split('.');
    const payload = Buffer.from(
      JSON.stringify({ tenant_id: stage.tenant.id, scope: '*', sub: stage.tenant.keyId }),
    );
    await expectUnauthorized(`${head}.${payload.toString('base64url')}.${signature}`, 'unknown_signer');
  });

  it('a token that has expired, and one that expires while it is cached', async () => {
    const claims = { tenantId: stage.tenant.id, keyId: stage.tenant.keyId, scope: '*' };
    const ended = await signToken({ ...claims, expiresAt: new Date(Date.now() - 1_000) });
    await expectUnauthorized(ended, 'token_expired');
    // A token expires at a whole second (RFC 7519, section 4.1.4), and is refused from that moment on.
    const expiresAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 60_000);
    let time = expiresAt.getTime() - 60_000;
    const other = await startTestApi({ database: stage.db.database, now: () => new Date(time) });
    const token = await signToken({ ...claims, expiresAt });
    for (time of [time, expiresAt.getTime() - 1]) expect((await get(token, other.url)).status).toBe(200);
    time = expiresAt.getTime();
    await expectUnauthorized(token, 'token_expired', other.url);
    await other.stop();
  });

  it('invalid ids in a token with a valid signature', async () => {
    for (const [tenantId, keyId] of [
      ['demo', stage.tenant.keyId],
      [stage.tenant.id, "' or true --"],
    ] as const) {
      await expectUnauthorized(await signToken({ tenantId, keyId, scope: '*' }), 'token_malformed');
    }
  });

  it('the same response for a key that is revoked, expired, unknown or another tenant\u2019s, and for an unknown tenant', async () => {
    const [other, revoked] = [await makeTenant(stage.db.database), await makeTenant(stage.db.database)];
    await revokeApiKey(stage.db.database, { tenant: revoked.id, keyId: revoked.keyId });
    const expired = await createApiKey(stage.db.database, {
      tenant: stage.tenant.id,
      name: 'Old',
      scopes: ['*'],
      expiresAt: new Date(Date.now() - 1_000),
    });
    const responses = new Set<string>();
    for (const [tenantId, keyId] of [
      [revoked.id, revoked.keyId],
      [stage.tenant.id, expired.id],
      [stage.tenant.id, newId()],
      [stage.tenant.id, other.keyId],
      [newId(), stage.tenant.keyId],
    ] as const) {
      const token = await signToken({ tenantId, keyId, scope: '*' });
      await expectUnauthorized(token, 'token_revoked');
      const { body, headers } = await get(token);
      responses.add(`${JSON.stringify(body)} ${headers.get('www-authenticate')}`);
    }
    expect(responses.size).toBe(1);
  });

  it('the same response for a forged token, whether the key exists, was revoked, has expired or never existed', async () => {
    const revoked = await makeTenant(stage.db.database);
    await revokeApiKey(stage.db.database, { tenant: revoked.id, keyId: revoked.keyId });
    const forge = (tenantId: string, keyId: string, expiresAt?: Date) =>
      signToken({ tenantId, keyId, scope: '*', secret: 'x'.repeat(40), ...(expiresAt && { expiresAt }) });
    const responses = new Set<string>();
    for (const token of [
      await forge(stage.tenant.id, stage.tenant.keyId),
      await forge(revoked.id, revoked.keyId),
      await forge(stage.tenant.id, newId()),
      await forge(newId(), newId()),
      await forge('demo', 'no id'),
      await forge(stage.tenant.id, stage.tenant.keyId, new Date(Date.now() - 1_000)),
    ]) {
      await expectUnauthorized(token, 'unknown_signer');
      const { body, headers } = await get(token);
      responses.add(`${JSON.stringify(body)} ${headers.get('www-authenticate')}`);
    }
    expect(responses.size).toBe(1);
  });
});

describeIssuerTokens(stage, calls);
