import { describe, expect, it, jest } from '@jest/globals';
import { createClient } from '@parley/client';
import { onUnknown, type UnknownValue } from '@parley/client/unknown';
import { v3Document } from '@parley/contract/documents';
import { v3 } from '@parley/contract/operations';
import { buildOpenLists } from '../generator/build-open-lists.js';
import { fail, respond, respondWithText, succeed, succeedWith } from './support/behaviours.js';
import { useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();
const chat = { params: { path: { chatId: 'c1' } } };

function watch(report?: (unknown: UnknownValue) => void) {
  const found: UnknownValue[] = [];
  const client = createClient({ baseUrl: server.url, token: 'token', maxRetries: 0 });
  client.use(onUnknown(report ?? ((unknown) => found.push(unknown))));
  return { client, found };
}

describe('onUnknown', () => {
  it('reports a value that a list of the contract does not have, with its place', async () => {
    server.plan(succeed({ status: 'open', latestMessage: { type: 'hologram' } }));
    const { client, found } = watch();
    await expect(client.GET('/chats/{chatId}', chat)).resolves.toMatchObject({ status: 'open' });
    expect(found).toEqual([
      {
        operation: 'GET /chats/{chatId}',
        path: 'data.latestMessage.type',
        value: 'hologram',
        known: expect.arrayContaining(['text', 'image']),
        requestId: 'req_1',
      },
    ]);
  });

  it('reports an unknown choice of a union, in any item of a page', async () => {
    const data = [
      { event: 'chat.updated', data: { status: 'snoozed' } },
      { event: 'moon.risen', data: {} },
    ];
    server.plan(succeedWith({ data, pagination: { limit: 100, nextCursor: null } }));
    const { client, found } = watch();
    await client.search('/events/search').toArray();
    expect(found).toMatchObject([{ path: 'data[1].event', value: 'moon.risen' }]);
  });

  it('reports each value once, and nothing that the contract knows', async () => {
    const { client, found } = watch();
    server.plan(succeed({ latestMessage: { type: 'hologram' } }));
    await client.GET('/chats/{chatId}', chat);
    await client.GET('/chats/{chatId}', chat);
    server.plan(succeed({ latestMessage: null }));
    await client.GET('/chats/{chatId}', chat);
    server.plan(succeed({ latestMessage: { type: 'text' } }));
    await client.GET('/chats/{chatId}', chat);
    expect(found).toHaveLength(1);
  });

  it('reports at most 1,000 values, so that it does not remember more', async () => {
    const data = Array.from({ length: 1_200 }, (_, index) => ({ event: `moon.risen_${index}`, data: {} }));
    server.plan(succeedWith({ data, pagination: { limit: 100, nextCursor: null } }));
    const { client, found } = watch();
    await client.search('/events/search').toArray();
    expect(found).toHaveLength(1_000);
  });

  it('reports an unknown reason of an error', async () => {
    const error = { messageKey: 'forbidden', message: 'No', reason: 'moon_phase', detail: 'Wait.' };
    server.plan(respond(403, { success: false, error }));
    const { client, found } = watch();
    await expect(client.raw.GET('/workspace')).resolves.toMatchObject({ ok: false });
    expect(found).toMatchObject([{ path: 'error.reason', value: 'moon_phase' }]);
  });

  it('changes nothing when a response is not JSON, or when the report throws', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { client } = watch(() => {
      throw new Error('a broken log');
    });
    server.plan(respondWithText(502, '<h1>Bad gateway</h1>'));
    await expect(client.raw.GET('/workspace')).resolves.toMatchObject({ error: { status: 502 } });
    server.plan(succeed({ latestMessage: { type: 'hologram' } }));
    await expect(client.GET('/chats/{chatId}', chat)).resolves.toBeDefined();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('a broken log')]]);
    warn.mockRestore();
    server.plan(fail(404, 'chat_not_found'));
    await expect(client.raw.GET('/chats/{chatId}', chat)).resolves.toMatchObject({
      error: { messageKey: 'chat_not_found' },
    });
  });
});

describe('the table of open lists', () => {
  const { types, operations } = buildOpenLists(v3, v3Document);

  it('leads to every list and union of the contract that a response can contain', () => {
    const values = Object.values(types).filter((type) => Array.isArray(type));
    for (const known of listOpen(v3Document)) {
      expect(values).toContainEqual(expect.arrayContaining(known));
    }
    expect(Object.keys(operations).length).toBeGreaterThan(35);
  });

  it('allows at one place what any of its choices allows', () => {
    expect(types['Event.data.status']).toEqual(expect.arrayContaining(['delivered', 'snoozed']));
  });
});

/** The values of all open lists, wherever they are in the document. */
function listOpen(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'x-extensible-enum' in value ? [value['x-extensible-enum'] as string[]] : [];
  return [...own, ...Object.values(value).flatMap(listOpen)];
}
