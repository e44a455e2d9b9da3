import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { failure } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type BreakableStage, startBreakableStage } from '../../support/start-breakable-stage.js';

describe('failures', () => {
  let stage: BreakableStage;
  let shared: World;

  beforeAll(async () => {
    stage = await startBreakableStage();
    shared = await createWorld(stage.database);
  });

  afterAll(() => stage?.stop());

  async function prepare({ version, operationId }: AnyOperation, world: World) {
    const token = await tokenOf(world.key);
    // The token is cached from here on, so that the operation itself fails.
    await stage.v3.call('getChat', { params: { chatId: world.chat.id }, token });
    const request = { ...validRequest(world, version, operationId), token };
    return { request, snapshot: () => snapshotTenant(stage.database, world.tenant.id) };
  }

  const opaque = failure('internal_error', 'Oops! Something went wrong');
  const body = failure('service_unavailable', 'Service unavailable');

  describe('500 for an internal error: opaque to the caller, complete in the log; nothing changes', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const { request, snapshot } = await prepare(operation, shared);
      const before = await snapshot();
      await stage.hideTables();
      const requestId = `broken-${operation.version}-${operation.operationId}`;
      const response = await stage.call(operation, { ...request, headers: { 'x-request-id': requestId } });
      await stage.showTables();
      expect(response).toMatchObject({ status: 500, body: opaque, headers: { 'x-request-id': requestId } });
      const line = stage.logs
        .filter((text) => text.includes(requestId))
        .map((text) => JSON.parse(text))
        .find((entry) => entry.err && entry.requestId === requestId);
      expect(line).toMatchObject({
        operationId: operation.operationId,
        err: { stack: expect.stringMatching(/does not exist/) },
      });
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('503 while the database is unavailable; nothing changes, and the operation works afterwards', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const { request, snapshot } = await prepare(operation, await createWorld(stage.database));
      const before = await snapshot();
      await stage.cutConnections();
      const response = await stage.call(operation, request);
      await stage.allowConnections();
      expect(response).toMatchObject({ status: 503, body, headers: { 'retry-after': '2' } });
      expect(await snapshot()).toEqual(before);
      expect((await stage.call(operation, request)).status).toBe(200);
    });

    it.each(everyOperation)('$name with a new token', async (operation) => {
      const request = validRequest(shared, operation.version, operation.operationId);
      const token = await createToken(stage.database, shared.tenant.id);
      await stage.cutConnections();
      const response = await stage.call(operation, { ...request, token });
      await stage.allowConnections();
      expect(response.status).toBe(503);
      expect(response.headers).not.toHaveProperty('x-ratelimit-limit');
    });
  });

  describe('503 when the connection is lost during the operation; nothing changes, and a retry succeeds', () => {
    it.each(everyOperation)('$name', async (operation) => {
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
      await stage.whileClosed(async () => {
        for (const operation of everyOperation) {
          const request = validRequest(shared, operation.version, operation.operationId);
          expect(await stage.call(operation, { ...request, token })).toMatchObject({ status: 503, body });
        }
      });
      expect((await stage.v3.call('getChat', { params, token })).status).toBe(200);
    });
  });
});
