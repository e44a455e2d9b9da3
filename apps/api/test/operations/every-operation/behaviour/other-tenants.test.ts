import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnyRequest,
  type AnyResponse,
  createWorld,
  tokenOf,
  validRequest,
  type World,
} from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { findLeaks } from '../../support/find-leaks.js';
import { type Snapshot, snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('other tenants', () => {
  const stage = useStage();
  let own: Snapshot;
  let other: Snapshot;

  beforeAll(async () => {
    own = await snapshotTenant(stage.database, stage.tenantId);
    other = await snapshotTenant(stage.database, stage.other.tenant.id);
  });

  const withPathParams = everyOperation
    .filter(({ pathParams }) => pathParams.length > 0)
    .flatMap((operation) => operation.pathParams.map((param) => ({ ...operation, param })));

  const noIds = [
    ['an unknown id', '0193a1e0-5c00-7000-8000-00000000ffff'],
    ['a word', 'nothing'],
    ['an id with an extra letter', '0193a1e0-5c00-7000-8000-00000000fffff'],
    ['a fragment of SQL', "' or true --"],
    ['a character that cannot be stored', '\0'],
    ['a slash and a question mark', 'a/b?c=d'],
    ['letters of another script', 'чат-☎️'],
    ['four thousand characters', 'a'.repeat(4_000)],
  ] as const;

  describe.each(noIds)('%s is not found, without a 400 or 500', (_, id) => {
    it.each(withPathParams)('$name {$param}', async (operation) => {
      const response = await stage.call(operation, requestWith(operation, { [operation.param]: id }));
      expectNotFound(operation, response, id === '\0' ? '%00' : id);
    });
  });

  describe('a successful response contains no data of another tenant', () => {
    /** Operations that change nothing share a tenant. */
    let shared: Promise<World> | undefined;

    it.each(everyOperation)('$name', async (operation) => {
      if (operation.isRead) shared ??= createWorld(stage.database);
      const world = await (operation.isRead && shared ? shared : createWorld(stage.database));
      const request = validRequest(world, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token: await tokenOf(world.key) });
      expect(response.status).toBe(200);
      expect(findLeaks({ own, other }, request, response)).toEqual([]);
    });

    it('and no other tenant was changed', async () => {
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(own);
      expect(await snapshotTenant(stage.database, stage.other.tenant.id)).toEqual(other);
    });
  });

  function requestWith(operation: AnyOperation, params: Readonly<Record<string, string>>): AnyRequest {
    const request = validRequest(stage.own, operation.version, operation.operationId);
    return { ...request, params: { ...request.params, ...params } };
  }

  function expectNotFound({ method }: AnyOperation, { status, body }: AnyResponse, id: string): void {
    if (method === 'delete') {
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, data: { deletedIds: [], notFoundIds: [id] } },
      });
    } else {
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { success: false, error: { messageKey: expect.stringMatching(/^[a-z_]+_not_found$/) } },
      });
    }
  }
});
