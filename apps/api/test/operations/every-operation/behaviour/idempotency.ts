import { describe, expect, it, jest } from '@jest/globals';
import { createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { errorKeys, failure } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

/** Every operation with keys refuses what it must. Those that are passed also succeed, each in its own tenant. */
export function describeIdempotency(operations: readonly AnyOperation[]): void {
  jest.setTimeout(120_000);
  const stage = useStage();

  const every = everyOperation.filter((operation) => operation.idempotent);
  const idempotent = operations.filter((operation) => operation.idempotent);
  const key = { 'idempotency-key': 'order-1187' };
  const reused = failure('idempotency_key_reused', 'This idempotency key was used with another request');

  /** Prepares a request that succeeds, in its own tenant. */
  async function prepare({ version, operationId }: AnyOperation) {
    const world = await createWorld(stage.database);
    const request = validRequest(world, version, operationId);
    return { world, request: { ...request, token: await tokenOf(world.key), headers: key } };
  }

  function snapshot(world: World) {
    return snapshotTenant(stage.database, world.tenant.id);
  }

  describe('200 with Idempotent-Replayed when the request is repeated: the same response, one effect', () => {
    it.each(idempotent)('$name', async (operation) => {
      const { world, request } = await prepare(operation);
      const untouched = await snapshot(world);
      const first = await stage.call(operation, request);
      const afterFirst = await snapshot(world);
      stage.clock.advance(1_000);
      const second = await stage.call(operation, request);
      expect(first).toMatchObject({ status: 200, body: { success: true } });
      expect(first.headers).not.toHaveProperty('idempotent-replayed');
      expect(second).toMatchObject({
        status: 200,
        body: first.body,
        headers: { 'idempotent-replayed': 'true' },
      });
      expect(afterFirst.idempotency_keys).toHaveLength(1);
      expect(afterFirst).not.toEqual(untouched);
      expect(await snapshot(world)).toEqual(afterFirst);
    });

    it.each(idempotent)('$name, sent ten times at once', async (operation) => {
      const { world, request } = await prepare(operation);
      const responses = await Promise.all(Array.from({ length: 10 }, () => stage.call(operation, request)));
      const last = await stage.call(operation, request);
      const done = responses.filter(({ status }) => status === 200);
      const fresh = done.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
      expect(fresh).toHaveLength(1);
      for (const { body } of done) expect(body).toEqual(last.body);
      for (const { status } of responses) expect([200, 409]).toContain(status);
      expect((await snapshot(world)).idempotency_keys).toHaveLength(1);
    });
  });

  describe('422 for the key of another request; nothing changes', () => {
    it.each(every.slice(0, 2))('every operation, after $name', async (first) => {
      const world = await createWorld(stage.database);
      const token = await tokenOf(world.key);
      const call = (operation: AnyOperation) => {
        const request = validRequest(world, operation.version, operation.operationId);
        return stage.call(operation, { ...request, token, headers: key });
      };
      expect((await call(first)).status).toBe(200);
      const before = await snapshot(world);
      for (const operation of every.filter((candidate) => candidate !== first)) {
        const { name } = operation;
        expect({ name, ...(await call(operation)) }).toMatchObject({ name, status: 422, body: reused });
      }
      expect(await snapshot(world)).toEqual(before);
    });

    const otherBodies: Readonly<Record<string, object>> = {
      'v3 changeChatStatus': { status: 'closed' },
      'v3 createChat': { channelId: '0193a1e0-5c00-7000-8000-00000000ffff' },
      'v3 createContact': { firstName: 'Ada' },
      'v3 addContactHandle': { value: 'another@customer.example' },
      'v3 mergeContacts': { contactId: '0193a1e0-5c00-7000-8000-00000000ffff' },
      'v3 upsertContacts': { contacts: [{ email: 'ada@customer.example' }] },
      'v3 createChatNote': { text: 'Please call back.' },
      'v3 assignChat': { assignedUserId: 'user-8' },
      'v3 sendMessage': { template: { id: '0193a1e0-5c00-7000-8000-00000000ffff' } },
      'v3 setMessageReaction': { emoji: '👍' },
      'v3 addContactLabels': { labels: [{ id: '0193a1e0-5c00-7000-8000-00000000ffff' }] },
      'v3 createChannel': { name: 'Signal' },
      'v3 createLabel': { color: '#0EA5E9' },
      'v3 createAttribute': { type: 'number' },
      'v3 createUser': { name: 'Noor Haddad' },
      'v3 createSegment': { query: 'eq(isSubscribed,false)' },
      'v3 createTeam': { name: 'Sales' },
      'v3 uploadFile': { file: new File(['Prices of this summer'], 'prices.txt') },
      'v3 triggerAutomation': { variables: { code: 'SPRING' } },
      'v3 createApiWebhook': { url: 'https://partner.example/another' },
      'v3 resendDeliveries': { status: 'canceled' },
      'v3 createMessageTemplate': { body: 'Goodbye {{firstName}}' },
      'v3 submitMessageTemplate': { category: 'marketing' },
      'v3 syncMessageTemplates': { channelId: '0193a1e0-5c00-7000-8000-00000000ffff' },
      'v3 createAutomation': { name: 'Goodbye' },
      'v3 createCampaign': { name: 'Winter offer' },
      'v2 createApiWebhook': { url: 'https://partner.example/another' },
      'v2 createAttribute': { name: 'Town' },
      'v2 createBroadcast': { name: 'Winter offer' },
    };
    it('every operation with a body has another one here', () => {
      const names = every.filter(({ takesBody }) => takesBody).map(({ name }) => name);
      expect(Object.keys(otherBodies).sort()).toEqual(names.sort());
    });

    it.each(idempotent.filter(({ takesBody }) => takesBody))(
      '$name, after another body',
      async (operation) => {
        const other = otherBodies[operation.name];
        if (other === undefined) throw new Error(`Add another body of ${operation.name}.`);
        const { world, request } = await prepare(operation);
        expect((await stage.call(operation, request)).status).toBe(200);
        const before = await snapshot(world);
        const body = { ...Object(request.body), ...other };
        expect(await stage.call(operation, { ...request, body })).toMatchObject({
          status: 422,
          body: reused,
        });
        expect(await snapshot(world)).toEqual(before);
      },
    );

    const withPath = idempotent.filter(({ pathParams }) => pathParams.length > 0);
    it.each(withPath)('$name, after another path', async (operation) => {
      const { world, request } = await prepare(operation);
      expect((await stage.call(operation, request)).status).toBe(200);
      const before = await snapshot(world);
      const params = Object.fromEntries(operation.pathParams.map((name) => [name, world.tenant.id]));
      expect(await stage.call(operation, { ...request, params })).toMatchObject({
        status: 422,
        body: reused,
      });
      expect(await snapshot(world)).toEqual(before);
    });
  });

  describe('409 while a request with the key is still running; nothing changes', () => {
    const message = 'A request with this idempotency key is still in progress';
    const body = failure('idempotency_in_progress', message);

    it('every operation', async () => {
      const world = await createWorld(stage.database);
      const token = await tokenOf(world.key);
      const before = await snapshot(world);
      await whileRunning(world, async () => {
        for (const operation of every) {
          const { name } = operation;
          const request = validRequest(world, operation.version, operation.operationId);
          const response = await stage.call(operation, { ...request, token, headers: key });
          expect({ name, ...response }).toMatchObject({ name, status: 409, body });
        }
      });
      expect(await snapshot(world)).toEqual(before);
    });

    it.each(idempotent)('$name, which succeeds afterwards', async (operation) => {
      const { world, request } = await prepare(operation);
      const before = await snapshot(world);
      const refused = await whileRunning(world, () => stage.call(operation, request));
      expect(refused).toMatchObject({ status: 409, body });
      expect(await snapshot(world)).toEqual(before);
      expect((await stage.call(operation, request)).status).toBe(200);
    });

    async function whileRunning<Result>({ tenant }: World, work: () => Promise<Result>): Promise<Result> {
      const running = await stage.database.pool.connect();
      try {
        await running.query('begin');
        await running.query(
          `select pg_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0))`,
          [tenant.id, key['idempotency-key']],
        );
        return await work();
      } finally {
        await running.query('rollback');
        running.release();
      }
    }
  });

  describe('400 for an invalid key; nothing changes', () => {
    it('every operation', async () => {
      const world = await createWorld(stage.database);
      const token = await tokenOf(world.key);
      const before = await snapshot(world);
      for (const operation of every) {
        const { name } = operation;
        const request = validRequest(world, operation.version, operation.operationId);
        const call = (value: string) =>
          stage.call(operation, { ...request, token, headers: { 'idempotency-key': value } });
        const tooLong = errorKeys(await call('k'.repeat(256)));
        expect({ name, ...tooLong }).toEqual({ name, 'Idempotency-Key': 'too_big' });
        const notAscii = errorKeys(await call('clé'));
        expect({ name, ...notAscii }).toEqual({ name, 'Idempotency-Key': 'invalid_string' });
      }
      expect(await snapshot(world)).toEqual(before);
    });

    it.each(idempotent)('$name accepts the longest key', async (operation) => {
      const { request } = await prepare(operation);
      const headers = { 'idempotency-key': 'k'.repeat(255) };
      expect((await stage.call(operation, { ...request, headers })).status).toBe(200);
    });
  });

  describe('the key can be used again', () => {
    it.each(idempotent)('for $name after 24 hours', async (operation) => {
      const { request } = await prepare(operation);
      expect((await stage.call(operation, request)).status).toBe(200);
      stage.clock.advance(24 * 60 * 60 * 1_000);
      const { headers } = await stage.call(operation, request);
      stage.clock.set('2026-10-15T09:30:00.000Z');
      expect(headers).not.toHaveProperty('idempotent-replayed');
    });

    it.each(idempotent)('for another tenant’s $name', async (operation) => {
      const [one, another] = [await prepare(operation), await prepare(operation)];
      for (const { request } of [one, another]) {
        const { status, headers } = await stage.call(operation, request);
        expect(status).toBe(200);
        expect(headers).not.toHaveProperty('idempotent-replayed');
      }
    });
  });
}
