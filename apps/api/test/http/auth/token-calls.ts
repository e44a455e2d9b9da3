import { expect } from '@jest/globals';
import { send } from '../support/start-test-api.js';
import type { TestApiStage } from '../support/use-test-api.js';

export type TokenCalls = ReturnType<typeof tokenCalls>;

export function tokenCalls(stage: TestApiStage) {
  const get = (token: string, url = stage.api.url) => send(`${url}/v3/notes/1`, { token });

  async function expectUnauthorized(token: string, reason: string, url = stage.api.url): Promise<void> {
    const response = await get(token, url);
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      success: false,
      error: { messageKey: 'unauthorized', message: 'Unauthorized', reason, detail: expect.any(String) },
    });
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${response.body.error?.detail}"`,
    );
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  }

  return { get, expectUnauthorized };
}
