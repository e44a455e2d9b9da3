import { describe, expect, it, jest } from '@jest/globals';
import { createToken, createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { failure } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type BreakableStage, startBreakableStage } from '../../support/start-breakable-stage.js';

/** Every operation fails as declared. Those that are passed also work afterwards, each in its own tenant. */
export function describeFailures(operations: readonly AnyOperation[]): void {
  jest.setTimeout(120_000);
  const stage = useResource(startBreakableStage, ({ stop }) => stop());
  const shared = useResource(() => createWorld(stage.database));

  async function prepare({ version, operationId }: AnyOperation, world: World) {
    const token = await cachedTokenOf(world);
    const request = { ...validRequest(world, version, operationId), token };
    return { request, snapshot: () => snapshotTenant(stage.database, world.tenant.id) };
  }

  /** The token is cached from here on, so that the operation itself fails. */
  async function cachedTokenOf({ key, chat }: World): Promise<string> {
    const token = await tokenOf(key);
    await stage.v3.call('getChat', { params: { chatId: chat.id }, token });
    return token;
  }

  /** Calls every operation in the shared tenant, of which nothing may change. */
  async function callEvery(token: string, check: (operation: AnyOperation, call: Call) => Promise<void>) {
    for (const operation of everyOperation) {
      const request = { ...validRequest(shared, operation.version, operation.operationId), token };
      await check(operation, (headers = {}) => stage.call(operation, { ...request, headers }));
    }
  }

  type Call = (headers?: Readonly<Record<string, string>>) => ReturnType<BreakableStage['call']>;

  const opaque = failure('internal_error', 'Oops! Something went wrong');
  const body = failure('service_unavailable', 'Service unavailable');

  it('500 for an internal error of every operation: opaque to the caller, complete in the log; nothing changes', async () => {
    const token = await cachedTokenOf(shared);
    const before = await snapshotTenant(stage.database, shared.tenant.id);
    await stage.hideTables();
    try {
      await callEvery(token, async ({ name, operationId }, call) => {
        const requestId = `broken-${name.replace(' ', '-')}`;
        const response = await call({ 'x-request-id': requestId });
        const error = { status: 500, body: opaque, headers: { 'x-request-id': requestId } };
        expect({ name, ...response }).toMatchObject({ name, ...error });
        const lines = stage.logs.filter((text) => text.includes(requestId)).map((text) => JSON.parse(text));
        expect(lines.find((entry) => entry.err && entry.requestId === requestId)).toMatchObject({
          operationId,
          err: { stack: expect.stringMatching(/does not exist/) },
        });
      });
    } finally {
      await stage.showTables();
    }
    expect(await snapshotTenant(stage.database, shared.tenant.id)).toEqual(before);
  });

  describe('503 while the database is unavailable; nothing changes', () => {
    it('for every operation', async () => {
      const token = await cachedTokenOf(shared);
      const before = await snapshotTenant(stage.database, shared.tenant.id);
      await whileCut(() =>
        callEvery(token, async ({ name }, call) => {
          const error = { status: 503, body, headers: { 'retry-after': '2' } };
          expect({ name, ...(await call()) }).toMatchObject({ name, ...error });
        }),
      );
      expect(await snapshotTenant(stage.database, shared.tenant.id)).toEqual(before);
    });

    it('for every operation with a new token', async () => {
      const token = await createToken(stage.database, shared.tenant.id);
      await whileCut(() =>
        callEvery(token, async ({ name }, call) => {
          const { status, headers } = await call();
          expect({ name, status }).toEqual({ name, status: 503 });
          expect(headers).not.toHaveProperty('x-ratelimit-limit');
        }),
      );
    });

    it.each(operations)('$name, which works afterwards', async (operation) => {
      const { request, snapshot } = await prepare(operation, await createWorld(stage.database));
      const before = await snapshot();
      const response = await whileCut(() => stage.call(operation, request));
      expect(response).toMatchObject({ status: 503, body, headers: { 'retry-after': '2' } });
      expect(await snapshot()).toEqual(before);
      expect((await stage.call(operation, request)).status).toBe(200);
    });
  });

  describe('503 when the connection is lost during the operation; nothing changes, and a retry succeeds', () => {
    it.each(operations)('$name', async (operation) => {
      const { request, snapshot } = await prepare(operation, await createWorld(stage.database));
      const before = await snapshot();
      const response = await stage.interrupting(() => stage.call(operation, request));
      expect(response).toMatchObject({ status: 503, body });
      expect(await snapshot()).toEqual(before);
      expect(await stage.call(operation, request)).toMatchObject({ status: 200 });
    });
  });

  describe('503 while the database refuses connections', () => {
    it('for every operation, which works afterwards', async () => {
      const token = await createToken(stage.database, shared.tenant.id);
      const params = { chatId: shared.chat.id };
      await stage.v3.call('getChat', { params, token });
      await stage.whileClosed(() =>
        callEvery(token, async ({ name }, call) => {
          expect({ name, ...(await call()) }).toMatchObject({ name, status: 503, body });
        }),
      );
      expect((await stage.v3.call('getChat', { params, token })).status).toBe(200);
    });
  });

  async function whileCut<Result>(work: () => Promise<Result>): Promise<Result> {
    await stage.cutConnections();
    try {
      return await work();
    } finally {
      await stage.allowConnections();
    }
  }
}
