import { expect } from '@jest/globals';
import { type JsonResponse, send } from '../support/start-test-api.js';
import type { TestApiStage } from '../support/use-test-api.js';

/** Returns a function that posts JSON with the token of the tenant. */
export function createPost(stage: TestApiStage) {
  return (
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<JsonResponse> =>
    send(`${stage.api.url}${path}`, {
      method: 'POST',
      token: stage.tenant.token,
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
}

/** Returns the invalid parameters of a 400. */
export const errorsOf = ({ status, body }: JsonResponse) => {
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ messageKey: 'invalid_body_params', message: 'Invalid body params' });
  return body.error?.invalidParams;
};
