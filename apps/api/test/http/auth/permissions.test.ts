import { describe, expect, it } from '@jest/globals';
import { makeTenant, send, signToken } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const stage = useTestApi();

describe('403 forbidden and 402 insufficient_billing_plan', () => {
  it('403 without the scope of the operation', async () => {
    const { token } = await makeTenant(stage.db.database, { scopes: ['notes:read'] });
    expect((await send(`${stage.api.url}/v3/notes/1`, { token })).status).toBe(200);
    const response = await send(`${stage.api.url}/v3/notes/1`, { token, method: 'DELETE' });
    expect(response).toMatchObject({
      status: 403,
      body: {
        error: {
          messageKey: 'forbidden',
          message: 'Forbidden',
          reason: 'scope_missing',
          requiredScope: 'notes:write',
        },
      },
    });
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
  });

  it('a token has no more scopes than its key', async () => {
    const reader = await makeTenant(stage.db.database, { scopes: ['notes:read'] });
    const token = await signToken({ tenantId: reader.id, keyId: reader.keyId, scope: '*' });
    expect((await send(`${stage.api.url}/v3/notes/1`, { token })).status).toBe(200);
    expect((await send(`${stage.api.url}/v3/notes/1`, { token, method: 'DELETE' })).status).toBe(403);
  });

  it('402 if the plan lacks the feature, before the body is validated', async () => {
    const free = await makeTenant(stage.db.database, { plan: 'free' });
    const response = await send(`${stage.api.url}/v3/notes/search`, {
      token: free.token,
      method: 'POST',
      body: '{',
    });
    expect(response).toMatchObject({
      status: 402,
      body: { error: { messageKey: 'insufficient_billing_plan', reason: 'feature_missing' } },
    });
    const hobby = await makeTenant(stage.db.database, { plan: 'hobby' });
    expect(
      (await send(`${stage.api.url}/v3/notes/search`, { token: hobby.token, method: 'POST' })).status,
    ).toBe(200);
  });
});
