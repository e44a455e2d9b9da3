import { describe, expect, it } from '@jest/globals';
import { ApiError, ConnectionError, isApiError, ParleyError, UnexpectedResponseError } from '@parley/client';
import { cutOff, fail, reset, respond, respondWithText, succeed } from './support/behaviours.js';
import { startFailingServer } from './support/failing-server.js';
import { useClientWithoutRetries } from './support/use-failing-server.js';

const { server, chat, create, failureOf } = useClientWithoutRetries();

describe('an error of the service', () => {
  it('shows the operation, the status, the key, the message and the request', async () => {
    server.plan(fail(404, 'chat_not_found'));
    expect(String(await failureOf())).toBe(
      'ApiError: GET /chats/{chatId} failed with 404 chat_not_found: About chat_not_found (request req_1)',
    );
  });

  it('shows every invalid parameter, and has them by name', async () => {
    const invalidParams = {
      'labels.0.id': { key: 'invalid_type', message: 'Required' },
      name: { key: 'too_big', message: 'At most 255 characters' },
    };
    const error = { messageKey: 'invalid_body_params', message: 'Invalid body params', invalidParams };
    server.plan(respond(400, { success: false, error }));
    const failure = await failureOf();
    if (!isApiError(failure, 'invalid_body_params')) throw new Error('Expected invalid_body_params');
    expect(failure.invalidParams).toEqual(invalidParams);
    expect(failure.message).toContain(
      'Invalid body params; labels.0.id: Required; name: At most 255 characters (request req_1)',
    );
  });

  it('shows why a caller was refused, and names the scope or the feature', async () => {
    const detail = 'This operation needs the scope chats:read, which the token does not have.';
    const scope = { reason: 'scope_missing', requiredScope: 'chats:read', detail };
    const feature = { reason: 'feature_missing', requiredFeature: 'webhooks', detail: 'The plan lacks it.' };
    const refusals = [
      [401, 'unauthorized', { reason: 'token_expired', detail: 'The token has expired.' }],
      [402, 'insufficient_billing_plan', feature],
      [403, 'forbidden', scope],
    ] as const;
    for (const [status, messageKey, details] of refusals) {
      server.plan(respond(status, { success: false, error: { messageKey, message: 'Short', ...details } }));
      const failure = await failureOf();
      expect(failure).toMatchObject({ status, messageKey, ...details });
      expect(String(failure)).toContain(`${messageKey}: Short; ${details.detail} (request`);
    }
    server.plan(fail(403, 'forbidden'));
    expect(await failureOf()).toMatchObject({
      reason: undefined,
      detail: undefined,
      requiredScope: undefined,
    });
  });

  it('has the fields that a program needs', async () => {
    server.plan(fail(429, 'too_many_requests', { 'retry-after': '7' }));
    const failure = await failureOf();
    expect(failure).toMatchObject({
      operation: 'GET /chats/{chatId}',
      status: 429,
      messageKey: 'too_many_requests',
      requestId: 'req_1',
      retryAfter: 7,
      attempts: 1,
    });
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toBeInstanceOf(ParleyError);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ConnectionError);
    expect(isApiError(failure, 'chat_not_found')).toBe(false);
    expect(isApiError(failure)).toBe(true);
    expect(isApiError(new Error('other'))).toBe(false);
  });

  it('shows its message in JSON, and its name in the stack', async () => {
    server.plan(fail(404, 'chat_not_found'));
    const failure = await failureOf();
    expect(JSON.parse(JSON.stringify(failure))).toEqual({
      name: 'ApiError',
      message: expect.stringContaining('404 chat_not_found'),
      operation: 'GET /chats/{chatId}',
      attempts: 1,
      requestId: 'req_1',
      status: 404,
      messageKey: 'chat_not_found',
    });
    expect(failure instanceof Error ? failure.stack : '').toMatch(/^ApiError: GET/);
  });

  it('keeps an unknown key', async () => {
    server.plan(fail(418, 'teapot'));
    await expect(failureOf()).resolves.toMatchObject({ status: 418, messageKey: 'teapot' });
  });
});

describe('other failures', () => {
  it('a refused or broken connection is a ConnectionError with the reason', async () => {
    server.plan(reset);
    const broken = await failureOf();
    expect(broken).toBeInstanceOf(ConnectionError);
    expect(String(broken)).toMatch(
      /^ConnectionError: GET \/chats\/\{chatId\} got no response: .+ \(request [0-9a-f]{32}\)$/,
    );
    server.plan(cutOff);
    await expect(failureOf()).resolves.toBeInstanceOf(ConnectionError);
    const stopped = await startFailingServer();
    await stopped.stop();
    const refused = await failureOf(create({ baseUrl: stopped.url }));
    expect(String(refused)).toContain('got no response: ECONNREFUSED');
  });

  it.each([
    ['HTML', respondWithText(200, '<h1>Sign in</h1>'), '200 with text/html, <h1>Sign in</h1>'],
    [
      'HTML with an error',
      respondWithText(404, '<h1>Not  here</h1>'),
      '404 with text/html, <h1>Not here</h1>',
    ],
    [
      'other JSON',
      respond(200, { hello: 'world' }),
      '200 with application/json; charset=utf-8, {"hello":"world"}',
    ],
    ['a list', respond(400, [1]), '400 with application/json; charset=utf-8, [1]'],
    ['nothing', respondWithText(200, ''), '200 with text/html and no content'],
    ['half of the JSON', respondWithText(200, '{"success":true,'), '200 with text/html, {"success":true,'],
  ])('%s is an UnexpectedResponseError that contains its beginning', async (_, behaviour, shown) => {
    server.plan(behaviour);
    const failure = await failureOf();
    expect(failure).toBeInstanceOf(UnexpectedResponseError);
    expect(String(failure)).toContain(`got an unexpected response: ${shown}`);
  });

  it('a redirect is not followed, and its target is shown', async () => {
    server.plan(respondWithText(301, '', { location: 'https://api.example.com/v3/chats/c1' }));
    await expect(failureOf()).resolves.toMatchObject({ name: 'UnexpectedResponseError', status: 301 });
    expect(String(await failureOf())).toContain(
      '301, a redirect to https://api.example.com/v3/chats/c1. Is baseUrl right?',
    );
    expect(server.requests).toHaveLength(2);
  });

  it('a response with a wrong content type but the right content is accepted', async () => {
    server.plan(respondWithText(200, '{"success":true,"data":{"id":"c1"}}'));
    await expect(create().GET('/chats/{chatId}', chat)).resolves.toEqual({ id: 'c1' });
  });
});

describe('the raw form', () => {
  it('returns the result or the error of the other form, distinguished by ok', async () => {
    server.plan(succeed({ id: 'c1' }, { 'x-ratelimit-limit': '500' }), fail(404, 'chat_not_found'), reset);
    const { raw } = create();
    const found = await raw.GET('/chats/{chatId}', chat);
    expect(found).toMatchObject({ ok: true, data: { id: 'c1' }, requestId: 'req_1' });
    expect(found.body).toEqual({ success: true, data: { id: 'c1' } });
    expect(found.response?.headers.get('x-ratelimit-limit')).toBe('500');
    const missing = await raw.GET('/chats/{chatId}', chat);
    expect(missing).toMatchObject({ ok: false, error: { messageKey: 'chat_not_found' }, requestId: 'req_1' });
    expect(missing.response?.status).toBe(404);
    const broken = await raw.GET('/chats/{chatId}', chat);
    expect(broken.error).toBeInstanceOf(ConnectionError);
    expect(broken.response).toBeUndefined();
  });
});

describe('ids that would reach another operation', () => {
  it.each(['', '.', '..'])('%j is refused before it is sent', async (labelId) => {
    server.plan(succeed({}));
    const params = { path: { contactId: 'c1', labelId } };
    await expect(create().DELETE('/contacts/{contactId}/labels/{labelId}', { params })).rejects.toThrow(
      `DELETE /contacts/{contactId}/labels/{labelId} needs an id as params.path.labelId, not "${labelId}".`,
    );
    expect(server.requests).toHaveLength(0);
  });

  it('other ids stay one segment of the path', async () => {
    server.plan(succeed({}));
    for (const chatId of ['a/b', 'a?b=c', '%2e%2e', '../x', 'ü']) {
      await create().GET('/chats/{chatId}', { params: { path: { chatId } } });
      expect(server.requests.at(-1)?.url).toBe(`/v3/chats/${encodeURIComponent(chatId)}`);
    }
  });
});
