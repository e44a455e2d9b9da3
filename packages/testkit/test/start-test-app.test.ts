import { describe, expect, it } from '@jest/globals';
import { useTestApp } from '../src/hooks/use-test-app.js';
import {
  apiVersions,
  createToken,
  createTwoWorlds,
  createWorld,
  expectStatus,
  listOperations,
  tokenOf,
  validRequest,
} from '../src/index.js';

const app = useTestApp();

describe('startTestApp', () => {
  it('responds to a typed call over a socket', async () => {
    const world = await createWorld(app.database);
    const token = await tokenOf(world.key);
    const { body } = expectStatus(
      await app.v3.call('getChat', { params: { chatId: world.chat.id }, token }),
      200,
    );
    expect(body.data).toMatchObject({ id: world.chat.id, contact: { id: world.contact.id } });
    expect(body.data.latestMessage?.id).toBe(world.message.id);
  });

  it('serves v2, which has not ended according to the clock of the test', async () => {
    const { headers } = expectStatus(await app.v2.call('listAttributes', {}), 200);
    expect(headers.deprecation).toBe('@1785542400');
    app.clock.set('2026-11-02T00:00:00.000Z');
    expectStatus(await app.v2.call('listAttributes', {}), 410);
  });

  it('keeps two worlds separate', async () => {
    const { own, other } = await createTwoWorlds(app.database);
    const response = await app.v3.call('getChat', {
      params: { chatId: other.chat.id },
      token: await tokenOf(own.key),
    });
    expect(expectStatus(response, 404).body.error.messageKey).toBe('chat_not_found');
  });

  it('can send no token, a token with few scopes, and an invalid body', async () => {
    const params = { contactId: 'nobody' };
    expectStatus(await app.v3.call('addContactLabels', { params, token: null, wrongBody: {} }), 401);
    const token = await createToken(app.database, app.tenant.id, { scopes: ['chats:read'] });
    expectStatus(await app.v3.call('addContactLabels', { params, token, body: { labels: [] } }), 403);
    expectStatus(await app.v3.call('addContactLabels', { params, wrongBody: { labels: 'all' } }), 400);
    expectStatus(await app.v3.call('addContactLabels', { params, text: '{' }), 400);
  });

  it('shows the response when it has another status than expected', async () => {
    const response = await app.v3.call('getChat', { params: { chatId: 'nothing' } });
    expect(() => expectStatus(response, 200)).toThrow(/^Expected 200, got 404: .*chat_not_found/);
  });
});

describe('validRequest', () => {
  it.each(
    apiVersions.flatMap((version) =>
      listOperations(version).map(({ operationId }) => [version, operationId] as const),
    ),
  )('succeeds for %s %s', async (version, operationId) => {
    app.clock.set('2026-10-15T09:30:00.000Z');
    const world = await createWorld(app.database);
    const token = await tokenOf(world.key);
    const client = version === 'v3' ? app.v3 : app.v2;
    const { status, body } = await client.callAny(operationId, {
      ...validRequest(world, version, operationId),
      token,
    });
    // The wire check has compared every response with the document. A download has no `success` to check.
    const isGood = Buffer.isBuffer(body) || Object(body).success === true;
    expect({ status, isGood }).toEqual({ status: 200, isGood: true });
  });
});
