import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { useResource } from '@parley/testkit/hooks';
import { SignJWT } from 'jose';
import { send, startTestApi } from '../support/start-test-api.js';
import type { TestApiStage } from '../support/use-test-api.js';
import type { TokenCalls } from './token-calls.js';
import { audience, issuer, issuerConfig, useKeySet } from './use-key-set.js';

export function describeIssuerTokens(stage: TestApiStage, { get, expectUnauthorized }: TokenCalls): void {
  describe('tokens of another issuer', () => {
    const keySet = useKeySet();
    const issued = useResource(() =>
      startTestApi({ database: stage.db.database, config: { auth: keySet.config } }),
    );

    const sign = (claims: Record<string, unknown>, change: (token: SignJWT) => SignJWT = (token) => token) =>
      change(
        new SignJWT({ tenant_id: stage.tenant.id, scope: 'notes:read', ...claims })
          .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'at+jwt' })
          .setIssuedAt()
          .setSubject('somebody@issuer.example')
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime('5m'),
      ).sign(keySet.privateKey);

    it('are accepted for a tenant that exists; their subject is not looked up as an API key', async () => {
      const token = await sign({});
      expect((await get(token, issued.url)).body.data).toMatchObject({ tenantId: stage.tenant.id });
      expect((await send(`${issued.url}/v3/notes/1`, { token, method: 'DELETE' })).status).toBe(403);
    });

    it('401 for another issuer, another audience, an unknown tenant, and without an expiry', async () => {
      const ofOther = await sign({}, (token) => token.setIssuer('https://other.example'));
      await expectUnauthorized(ofOther, 'unknown_signer', issued.url);
      const forOther = await sign({}, (token) => token.setAudience('other'));
      await expectUnauthorized(forOther, 'token_malformed', issued.url);
      await expectUnauthorized(await sign({ tenant_id: newId() }), 'token_revoked', issued.url);
      const endless = new SignJWT({ tenant_id: stage.tenant.id, scope: '*', iss: issuer, aud: audience });
      endless.setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'at+jwt' }).setIssuedAt();
      await expectUnauthorized(await endless.sign(keySet.privateKey), 'token_malformed', issued.url);
    });

    it('401 for HS256 with the published key as its secret', async () => {
      const publicKey = new TextEncoder().encode(keySet.pem);
      const token = await new SignJWT({ tenant_id: stage.tenant.id, scope: '*' })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime('5m')
        .sign(publicKey);
      await expectUnauthorized(token, 'unknown_signer', issued.url);
      await expectUnauthorized(stage.tenant.token, 'unknown_signer', issued.url);
    });

    it('503 while the key set cannot be fetched', async () => {
      const auth = issuerConfig('http://127.0.0.1:9/jwks');
      const other = await startTestApi({ database: stage.db.database, config: { auth } });
      expect((await get(await sign({}), other.url)).status).toBe(503);
      await other.stop();
    });
  });
}
