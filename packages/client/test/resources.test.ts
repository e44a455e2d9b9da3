import { describe, expect, it } from '@jest/globals';
import { createClient, eq } from '@parley/client';
import { chatsOf, withResources } from '@parley/client/resources';
import { v3Document } from '@parley/contract/documents';
import { v3 } from '@parley/contract/operations';
import { groupMethods, nameMethod } from '../generator/name-method.js';
import { renderResources } from '../generator/render-resources.js';
import { fail, succeed, succeedWith } from './support/behaviours.js';
import { useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();
const create = () => withResources(createClient({ baseUrl: server.url, token: 'token', maxRetries: 0 }));
const received = () =>
  server.requests.map(({ method, url, body }) => [method, url, body === '' ? undefined : JSON.parse(body)]);

describe('the name of a method', () => {
  it.each([
    ['getChat', '/chats/{chatId}', 'chats.get'],
    ['searchChats', '/chats/search', 'chats.search'],
    ['changeChatStatus', '/chats/{chatId}/status', 'chats.changeStatus'],
    ['searchChatMessages', '/chats/{chatId}/messages/search', 'chats.searchMessages'],
    ['sendMessage', '/messages/send', 'messages.send'],
    ['rotateApiWebhookSecret', '/api_webhooks/{webhookId}/rotate_secret', 'apiWebhooks.rotateSecret'],
    ['searchDeliveries', '/api_webhooks/{webhookId}/deliveries/search', 'apiWebhooks.searchDeliveries'],
    ['searchAuditLog', '/audit_log/search', 'auditLog.search'],
    ['getChatter', '/chats/chatter', 'chats.getChatter'],
  ])('of %s at %s is %s', (operationId, path, expected) => {
    const { resource, method } = nameMethod({ operationId, path });
    expect(`${resource}.${method}`).toBe(expected);
  });

  it('exists for every operation, and no two operations have one', () => {
    const methods = [...groupMethods(Object.values(v3.operations)).values()];
    const total = methods.reduce((sum, { size }) => sum + size, 0);
    expect(total).toBe(Object.keys(v3.operations).length);
  });

  it('stops the generator where two operations would have one, or one has none', () => {
    const one = { operationId: 'getChat', path: '/chats/{chatId}' };
    const other = { operationId: 'getChats', path: '/chats' };
    expect(() => groupMethods([one, other])).toThrow('getChat and getChats would both be chats.get');
    expect(() => nameMethod({ operationId: 'Chats', path: '/chats' })).toThrow('has no name');
  });
});

describe('a named method', () => {
  it('passes ids, body and options on', async () => {
    server.plan(succeed({ id: 'c1' }));
    const parley = create();
    await expect(parley.chats.get('c1')).resolves.toEqual({ id: 'c1' });
    await parley.chats.changeStatus('c1', { status: 'closed' }, { idempotencyKey: 'once' });
    await parley.chats.markRead('c1', { headers: { 'x-trace': 't1' } });
    await parley.contacts.removeLabel('p1', 'l1');
    await parley.messages.send({ chatId: 'c1', text: 'Hello' });
    expect(received()).toEqual([
      ['GET', '/v3/chats/c1', undefined],
      ['POST', '/v3/chats/c1/status', { status: 'closed' }],
      ['POST', '/v3/chats/c1/read', undefined],
      ['DELETE', '/v3/contacts/p1/labels/l1', undefined],
      ['POST', '/v3/messages/send', { chatId: 'c1', text: 'Hello' }],
    ]);
    expect(server.requests[1]?.headers['idempotency-key']).toBe('once');
    expect(server.requests[2]?.headers['x-trace']).toBe('t1');
  });

  it('returns all pages of a search, with a typed filter', async () => {
    server.plan(succeedWith({ data: [{ id: 'm1' }], pagination: { limit: 100, nextCursor: null } }));
    const { chats } = create();
    const messages = chats.searchMessages('c1', { query: eq('status', 'sent') });
    await expect(messages.toArray()).resolves.toEqual([{ id: 'm1' }]);
    await chats.search({ query: eq('status', 'open') }).toArray({ limit: 1 });
    // @ts-expect-error The status is one of three.
    await chats.search({ query: eq('status', 'archived') }).toArray();
    await chats.search().toArray();
    expect(received()[0]).toEqual([
      'POST',
      '/v3/chats/c1/messages/search',
      { limit: 100, query: 'eq(status,"sent")' },
    ]);
  });

  it('throws what the call throws, and refuses a missing id', async () => {
    server.plan(fail(404, 'chat_not_found'));
    await expect(create().chats.get('c1')).rejects.toMatchObject({ messageKey: 'chat_not_found' });
    await expect(create().chats.get('')).rejects.toThrow('needs an id as params.path.chatId');
  });

  it('is beside the calls by path, and available for a single resource', async () => {
    server.plan(succeed({ id: 'c1' }));
    const parley = create();
    await parley.GET('/workspace');
    await chatsOf(parley).get('c1');
    expect(received().map(([, url]) => url)).toEqual(['/v3/workspace', '/v3/chats/c1']);
  });

  it('has the summary and the description of its operation, and the name of its result', () => {
    const text = renderResources(v3, v3Document);
    expect(text).toContain(`  /**
   * Get a chat.
   *
   * Returns a chat with its contact, its handle and its newest message.
   */
  get(chatId: string, options?: OptionsOf<'/chats/{chatId}', 'get'>): Promise<Chat>;`);
  });
});
