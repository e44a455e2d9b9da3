import { beforeEach, describe, expect, it } from '@jest/globals';
import { v2 } from '@parley/contract/operations';
import { createWorld, tokenOf, validRequest } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { failure } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { startTime } from '../../support/start-stage.js';
import { useStage } from '../../support/use-stage.js';

/** v2 ends, and the operations of v3 that are passed still work. */
export function describeSunset(operations: readonly AnyOperation[]): void {
  const stage = useStage();

  const ofV2 = everyOperation.filter(({ version }) => version === 'v2');

  const deprecation = {
    deprecation: '@1785542400',
    sunset: 'Sun, 01 Nov 2026 23:59:59 GMT',
    link: expect.stringMatching(/rel="successor-version".*rel="deprecation".*rel="sunset"/),
  };

  describe('before the sunset', () => {
    beforeEach(() => stage.clock.set(startTime));

    it.each(ofV2)(
      'a success of $name has the headers about the deprecation and sunset of v2',
      async (operation) => {
        const world = await createWorld(stage.database);
        const request = validRequest(world, operation.version, operation.operationId);
        const response = await stage.call(operation, { ...request, token: await tokenOf(world.key) });
        expect(response).toMatchObject({ status: 200, headers: deprecation });
      },
    );

    it.each(ofV2)('an error of $name has them too', async (operation) => {
      const request = validRequest(stage.own, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token: null });
      expect(response).toMatchObject({ status: 401, headers: deprecation });
    });
  });

  describe('410 after the sunset, for every caller; nothing changes', () => {
    beforeEach(() => stage.clock.set(new Date(Date.parse(v2.sunsetAt) + 1)));

    it.each(ofV2)('$name', async (operation) => {
      const before = await snapshotTenant(stage.database, stage.tenantId);
      const request = validRequest(stage.own, operation.version, operation.operationId);
      const body = failure('version_sunset', 'API v2 was sunset on 1 November 2026. Use v3');
      for (const token of [stage.token, 'not.a.token', null]) {
        const response = await stage.call(operation, { ...request, token });
        expect(response).toMatchObject({ status: 410, body, headers: deprecation });
      }
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });

    it.each(operations.filter(({ version }) => version === 'v3'))('$name still works', async (operation) => {
      const world = await createWorld(stage.database);
      const request = validRequest(world, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token: await tokenOf(world.key) });
      expect(response.status).toBe(200);
      expect(response.headers).not.toHaveProperty('deprecation');
    });
  });
}
