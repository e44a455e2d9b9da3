import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  and,
  asc,
  type ClientOptions,
  createClient,
  eq,
  type FilterFor,
  gte,
  isApiError,
  startsWith,
} from '@parley/client';
import { streamEvents } from '@parley/client/stream';
import { createClient as createV2Client } from '@parley/client/v2';
import {
  createAutomation,
  createContact,
  createMessage,
  createTenant,
  createToken,
  createWorld,
  tokenOf,
} from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { useTestApp } from '@parley/testkit/use-test-app';
import { waitUntil } from '@parley/testkit/wait-until';

const app = useTestApp({ now: new Date(), env: { V2_SUNSET_AT: '2100-01-01T00:00:00Z' } });
const world = useResource(() => createWorld(app.database));
let token: string;

beforeAll(async () => {
  token = await tokenOf(world.key);
});

function create(options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl: app.url, token, ...options });
}

describe('against the service', () => {
  it('streams events, and continues where it was', async () => {
    const change = (firstName: string) => {
      const params = { path: { contactId: world.contact.id } };
      return create().PUT('/contacts/{contactId}', { params, body: { firstName } });
    };
    const options = { baseUrl: app.url, token };
    const events = ['contact.updated'] as const;
    let cursor: string | undefined;
    const onHeartbeat = () => void change('Mary');
    for await (const event of streamEvents(options, { events, onHeartbeat })) {
      expect(event.data.firstName).toBe('Mary');
      cursor = event.cursor;
      break;
    }
    await change('Grace');
    await change('Ada');
    const names: (string | null)[] = [];
    for await (const event of streamEvents(options, { events, lastEventId: cursor })) {
      if (names.push(event.data.firstName) === 2) break;
    }
    expect(names).toEqual(['Grace', 'Ada']);
  });

  it('reads, changes and deletes by path', async () => {
    const client = create();
    const params = { path: { chatId: world.chat.id } };
    await expect(client.GET('/chats/{chatId}', { params })).resolves.toMatchObject({
      id: world.chat.id,
      contact: { id: world.contact.id },
    });
    const closed = await client.POST('/chats/{chatId}/status', { params, body: { status: 'closed' } });
    expect(closed.status).toBe('closed');
    await expect(client.POST('/chats/{chatId}/status', { params })).resolves.toMatchObject({
      status: 'open',
    });
    const path = { messageTemplateId: world.messageTemplate.id };
    await expect(
      client.DELETE('/message_templates/{messageTemplateId}', { params: { path } }),
    ).resolves.toEqual({ deletedIds: [world.messageTemplate.id], notFoundIds: [] });
  });

  it('returns undefined if the response has no data', async () => {
    const params = { path: { automationId: world.automation.id } };
    const body = { contactId: world.contact.id };
    await expect(
      create().POST('/automations/{automationId}/trigger', { params, body }),
    ).resolves.toBeUndefined();
  });

  it('writes once when a key is used twice, and refuses another body', async () => {
    const client = create();
    const idempotencyKey = 'label-1';
    const first = await client.POST('/labels', { body: { name: 'Gold', color: '#FFD700' }, idempotencyKey });
    const again = await client.raw.POST('/labels', {
      body: { name: 'Gold', color: '#FFD700' },
      idempotencyKey,
    });
    expect(again.data).toEqual(first);
    expect(again.response?.headers.get('idempotent-replayed')).toBe('true');
    const other = client.POST('/labels', { body: { name: 'Silver', color: '#C0C0C0' }, idempotencyKey });
    await expect(other).rejects.toMatchObject({ messageKey: 'idempotency_key_reused' });
  });

  it('writes once when the response to the first attempt is lost', async () => {
    let isLost = false;
    const client = create({
      async fetch(request) {
        const response = await fetch(request);
        if (isLost) return response;
        isLost = true;
        throw new TypeError('The connection broke after the service had acted');
      },
    });
    const label = await client.POST('/labels', { body: { name: 'Once', color: '#000000' } });
    const found = await client.search('/labels/search', { body: { query: eq('name', 'Once') } }).toArray();
    expect(found).toEqual([label]);
  });

  it('narrows errors', async () => {
    const params = { path: { chatId: 'unknown' } };
    const failure: unknown = await create()
      .GET('/chats/{chatId}', { params })
      .catch((error: unknown) => error);
    if (!isApiError(failure, 'chat_not_found')) throw new Error('Expected chat_not_found');
    expect(failure.message).toBe(
      `GET /chats/{chatId} failed with 404 chat_not_found: Chat not found (request ${failure.requestId})`,
    );
    expect(app.logs.some((line) => line.includes(failure.requestId ?? '?'))).toBe(true);
    const wrong = await create().raw.POST('/labels', { body: { name: '', color: 'purple' } });
    expect(
      Object.keys(wrong.error?.messageKey === 'invalid_body_params' ? wrong.error.invalidParams : {}),
    ).toEqual(['name', 'color']);
    await expect(create({ token: 'wrong' }).GET('/workspace')).rejects.toMatchObject({ status: 401 });
  });

  it('iterates over a filtered and sorted search', async () => {
    for (let count = 0; count < 7; count += 1) {
      await createAutomation(app.database, world.tenant.id, { name: `Step ${count}` });
    }
    const names: string[] = [];
    const search = create().search('/automations/search', {
      body: {
        query: and(startsWith('name', 'step'), gte('createdAt', new Date(0)), eq('status', 'active')),
        sortBy: asc('name'),
        pagination: { limit: 3 },
      },
    });
    for await (const { name } of search) names.push(name);
    expect(names).toEqual(['Step 0', 'Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5', 'Step 6']);
  });

  it('filters contacts by label, handle and attribute', async () => {
    const client = create();
    const other = await createContact(app.database, world.tenant.id);
    const find = async (query: FilterFor<'/contacts/search'>) => {
      const found = await client.search('/contacts/search', { body: { query } }).toArray();
      return found.map(({ id }) => id);
    };
    await expect(find(eq('labelId', world.label.id))).resolves.toEqual([world.contact.id]);
    await expect(find(eq('handle', other.handle.value))).resolves.toEqual([other.id]);
    await expect(find(eq(`attributes.${world.attribute.externalId}`, 'Berlin'))).resolves.toEqual([
      world.contact.id,
    ]);
  });

  it('iterates over the messages of a chat by cursor', async () => {
    for (let count = 0; count < 5; count += 1) await createMessage(app.database, world.chat);
    const params = { path: { chatId: world.chat.id } };
    const messages = create().search('/chats/{chatId}/messages/search', { params, body: { limit: 2 } });
    const ids = (await messages.toArray()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(7);
    await expect(
      create().search('/chats/{chatId}/messages/search', { params }).toArray(),
    ).resolves.toHaveLength(7);
  });

  it('uploads and downloads files', async () => {
    const client = create();
    const bytes = new Uint8Array(200_000).map((_, index) => index % 251);
    const file = await client.POST('/files', {
      body: { file: new File([bytes], 'numbers.bin'), name: 'list.bin' },
    });
    expect(file).toMatchObject({ name: 'list.bin', size: bytes.length });
    const content = await client.GET('/files/{fileId}/download', { params: { path: { fileId: file.id } } });
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('waits instead of being refused when the requests of the minute are used up', async () => {
    // The client compares the end of the minute with the Date of the response, so the minute must not end during the test.
    const now = Date.now();
    app.clock.set(new Date(now % 60_000 < 45_000 ? now : now + 15_000));
    const tenant = await createTenant(app.database, { requestsPerMinute: 5 });
    const statuses: Array<number | undefined> = [];
    const client = create({
      token: await createToken(app.database, tenant.id),
      hooks: { onResponse: ({ status }) => statuses.push(status) },
    });
    let results: { error?: { name: string } | undefined }[] = [];
    const real = ['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'nextTick'] as const;
    jest.useFakeTimers({ doNotFake: [...real, 'queueMicrotask', 'hrtime', 'Date'] });
    try {
      const calls = Array.from({ length: 8 }, () => client.raw.GET('/workspace', { timeoutMs: 2_000 }));
      await waitUntil(() => statuses.length >= 5);
      await jest.advanceTimersByTimeAsync(2_000);
      results = await Promise.all(calls);
    } finally {
      jest.useRealTimers();
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(results.filter(({ error }) => error?.name === 'DeadlineError')).toHaveLength(3);
  });

  it('calls v2, and warns that it ends', async () => {
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const v2 = createV2Client({ baseUrl: app.url, token, warn });
    const attributes = await v2.GET('/attributes');
    expect(attributes.map(({ id }) => id)).toContain(world.attribute.id);
    const params = { path: { channelId: world.channel.id } };
    await expect(v2.GET('/{channelId}/broadcasts', { params })).resolves.toHaveProperty('broadcasts');
    expect(warnings).toEqual([
      'Parley: GET /attributes was deprecated on 2026-08-01 and ends on 2100-01-01. See http://localhost:3000/docs/guides/migrating-from-v2',
    ]);
  });
});
