import { describe, expect, it } from '@jest/globals';
import { createEvent, createToken, expectStatus, settleFeed } from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import { useTestDatabase } from '@parley/testkit/hooks';
import { useTestApp } from '@parley/testkit/use-test-app';
import { waitUntil } from '@parley/testkit/wait-until';
import { openTestStream } from '../events/open-test-stream.js';

/** Counts are stored when an app stops, so each test reads them with another app on the same database. */
describe('usage', () => {
  const shared = useTestDatabase();
  const reader = useTestApp({ database: shared, env: { USAGE_COUNTS: 'off' } });

  /** Runs requests of a new tenant, and returns the entries that they have left. */
  async function entriesAfter(
    requests: (app: TestApp) => Promise<unknown>,
    env: Readonly<Record<string, string>> = {},
  ) {
    const app = await startTestApp({ database: shared, env });
    try {
      await requests(app);
    } finally {
      await app.stop();
    }
    const body = { sortBy: 'kind,name', pagination: { limit: 100 } };
    const found = await reader.v3.call('searchUsage', { token: app.token, body });
    return expectStatus(found, 200).body.data;
  }

  const short = (entries: Awaited<ReturnType<typeof entriesAfter>>) =>
    entries.map(({ kind, operationId, name, count }) => `${kind} ${operationId} ${name} ${count}`);

  describe('searchUsage 200', () => {
    it('returns what each key has used on each day: operations, fields, filters, values and errors', async () => {
      const entries = await entriesAfter(async ({ v3 }) => {
        expectStatus(await v3.call('searchChats', { body: { query: 'eq(status,"open")' } }), 200);
        expectStatus(await v3.call('searchChats', { body: { sortBy: 'status' } }), 200);
        const params = { chatId: '0193a1e0-5c00-7000-8000-000000000001' };
        expectStatus(await v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 404);
      });
      expect(short(entries)).toEqual([
        'operation changeChatStatus changeChatStatus 1',
        'operation searchChats searchChats 2',
        'request_field searchChats body.query 1',
        'request_field searchChats body.sortBy 1',
        'request_field changeChatStatus body.status 1',
        'filter_field searchChats status 2',
        'enum_value changeChatStatus body.status=closed 1',
        'error_key changeChatStatus chat_not_found 1',
      ]);
      expect(new Set(entries.map(({ date }) => date))).toEqual(new Set(['2026-10-15']));
      expect(new Set(entries.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['v3']));
      const [entry] = entries;
      const key = await shared.database.prisma.apiKey.findFirst({ where: { id: entry?.apiKeyId ?? '' } });
      expect(entry?.apiKeyName).toBe(key?.name);
    });

    it('does not name defaults that the caller did not send, nor the fields of a request that the schema refuses', async () => {
      const entries = await entriesAfter(async ({ v3 }) => {
        const params = { chatId: '0193a1e0-5c00-7000-8000-000000000001' };
        expectStatus(await v3.call('changeChatStatus', { params, body: {} }), 404);
        const wrongBody = { status: 'secret-marker', 'secret-marker': 1 };
        expectStatus(await v3.call('changeChatStatus', { params, wrongBody }), 400);
      });
      expect(short(entries)).toEqual([
        'operation changeChatStatus changeChatStatus 2',
        'error_key changeChatStatus chat_not_found 1',
        'error_key changeChatStatus invalid_body_params 1',
      ]);
    });

    it('counts v2 under its own version, and requests that are refused after authentication', async () => {
      const entries = await entriesAfter(async ({ v2, v3, database, tenant }) => {
        await v2.call('listApiWebhooks', {});
        const token = await createToken(database, tenant.id, { scopes: ['labels:read'] });
        expectStatus(await v3.call('searchAuditLog', { token, body: {} }), 403);
        expectStatus(await v3.call('searchAuditLog', { token: 'nonsense', body: {} }), 401);
      });
      expect(short(entries)).toEqual([
        'operation listApiWebhooks listApiWebhooks 1',
        'operation searchAuditLog searchAuditLog 1',
        'error_key searchAuditLog forbidden 1',
      ]);
      expect(entries.map(({ apiVersion }) => apiVersion)).toEqual(['v2', 'v3', 'v3']);
    });

    it('counts each event that a search or a stream sends, by its type and with the key of the caller', async () => {
      const entries = await entriesAfter(async ({ v3, url, token, tenant, database }) => {
        const add = async (...types: ReadonlyArray<'chat.updated' | 'contact.merged'>) => {
          for (const type of types) await createEvent(database, tenant.id, { type });
        };
        const all = await openTestStream({ url, token });
        const merges = await openTestStream({ url, token, events: ['contact.merged'] });
        await add('chat.updated', 'contact.merged', 'chat.updated');
        await Promise.all([all.waitForEvents(3), merges.waitForEvents(1)]);
        all.drop();
        merges.drop();
        // The other two are read again from the feed.
        const resumed = await openTestStream({ url, token, lastEventId: all.events[0]?.cursor });
        await resumed.waitForEvents(2);
        resumed.drop();
        await settleFeed(database.pool);
        expectStatus(await v3.call('searchEvents', { body: { limit: 1 } }), 200);
        expectStatus(await v3.call('searchEvents', { body: { query: 'eq(event,"contact.merged")' } }), 200);
      });
      const counted = entries.filter(({ kind }) => kind === 'event_type');
      // Three in the stream of everything, one by its type, two after the first one, and one in each search.
      expect(short(counted)).toEqual(['event_type null chat.updated 4', 'event_type null contact.merged 4']);
      const [operation] = entries;
      expect(operation?.apiKeyId).not.toBeNull();
      expect(new Set(counted.map(({ apiKeyId }) => apiKeyId))).toEqual(new Set([operation?.apiKeyId]));
      expect(new Set(counted.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['v3']));
    });

    it('is stored while the app runs, every USAGE_FLUSH_SECONDS', async () => {
      const app = await startTestApp({ database: shared, env: { USAGE_FLUSH_SECONDS: '1' } });
      try {
        const names = async () => {
          const { body } = expectStatus(await app.v3.call('searchUsage', { body: {} }), 200);
          return body.data.map(({ name }) => name);
        };
        await waitUntil(async () => (await names()).includes('searchUsage'));
      } finally {
        await app.stop();
      }
    });

    it('is empty with USAGE_COUNTS=off', async () => {
      const call = ({ v3 }: TestApp) => v3.call('searchChats', { body: {} });
      expect(await entriesAfter(call, { USAGE_COUNTS: 'off' })).toEqual([]);
    });
  });

  describe('searchUsage 403', () => {
    it('without the scope usage:read, whatever other scopes the token has', async () => {
      const token = await createToken(shared.database, reader.tenant.id, { scopes: ['workspace:read'] });
      const { body } = expectStatus(await reader.v3.call('searchUsage', { token, body: {} }), 403);
      expect(body.error).toMatchObject({ requiredScope: 'usage:read' });
    });
  });
});
