import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyResponse, tokenOf, validRequest } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { findLeaks } from '../../support/find-leaks.js';
import { listForeignForms } from '../../support/foreign-forms.js';
import { type ForeignRequest, listForeignRequests } from '../../support/foreign-ids.js';
import { type PreparedWorld, prepareWorld } from '../../support/round-trips/prepare-world.js';
import { type Snapshot, snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('foreign ids', () => {
  const stage = useStage();
  let foreign: PreparedWorld;
  let other: Snapshot;

  beforeAll(async () => {
    foreign = await prepareWorld(stage.database);
    other = await snapshotOf(foreign);
  });

  async function createOwn() {
    const world = await prepareWorld(stage.database);
    return { world, token: await tokenOf(world.key), own: await snapshotOf(world) };
  }

  describe('every combination of another tenant’s ids in the path and the body is refused; neither tenant is changed', () => {
    const withIds = everyOperation.filter(({ takesBody, pathParams }) => takesBody || pathParams.length > 0);
    let scene: Promise<Awaited<ReturnType<typeof createOwn>>> | undefined;

    it.each(withIds)('$name', async (operation) => {
      scene ??= createOwn();
      const { world, token, own } = await scene;
      let isStored = false;
      for (const { isForeignPath, isForeignBody, ...request } of listForeignRequests(
        operation,
        world,
        foreign,
      )) {
        const response = await stage.call(operation, { ...request, token });
        expectRefused(operation, { isForeignPath, isForeignBody }, response);
        isStored ||= response.status === 200 && operation.method !== 'delete';
        expect(findLeaks({ own, other }, request, response)).toEqual([]);
      }
      expect(await snapshotOf(foreign)).toEqual(other);
      // The operations share a tenant, unless one of them has changed it.
      if (isStored) scene = undefined;
      else expect(await snapshotOf(world)).toEqual(own);
    });
  });

  describe('another tenant’s ids in every part of a form are only text; the other tenant is not changed', () => {
    it.each(everyOperation.filter(({ takesBody, takesJson }) => takesBody && !takesJson))(
      '$name',
      async (operation) => {
        const { world, token, own } = await createOwn();
        const forms = listForeignForms(operation, world, foreign);
        for (const { isDeclared, sent, ...request } of forms) {
          const response = await stage.call(operation, { ...request, token });
          expect({ sent, status: response.status }).toEqual({ sent, status: isDeclared ? 200 : 400 });
          expect(findLeaks({ own, other }, sent, response)).toEqual([]);
        }
        expect(new Set(forms.map(({ isDeclared }) => isDeclared))).toEqual(new Set([true, false]));
        expect(await snapshotOf(foreign)).toEqual(other);
      },
    );
  });

  const searches = everyOperation.flatMap((operation) =>
    Object.entries(operation.filterFields ?? {})
      .filter(([, kind]) => kind === 'id')
      .map(([field]) => ({ ...operation, field })),
  );

  describe('a search for another tenant’s ids finds nothing', () => {
    it.each(searches)('$name by $field', async (operation) => {
      const { params = {} } = validRequest(stage.own, operation.version, operation.operationId);
      const ids = Object.values(foreign).flatMap((record) => ('id' in record ? [`"${record.id}"`] : []));
      const body = { query: `in(${operation.field},${ids.join(',')})` };
      const { status, body: shown } = await stage.call(operation, { params, body });
      expect({ status, shown }).toMatchObject({ status: 200, shown: { data: [] } });
    });
  });

  /** The channels of a webhook need not exist, and each item of an upsert has its own result. */
  const keepsAnyId: ReadonlySet<string> = new Set([
    'v3 upsertContacts',
    'v3 createApiWebhook',
    'v3 updateApiWebhook',
    'v2 createApiWebhook',
  ]);

  type Foreign = Pick<ForeignRequest, 'isForeignPath' | 'isForeignBody'>;

  function expectRefused(
    { name, method }: AnyOperation,
    { isForeignPath, isForeignBody }: Foreign,
    { status, body }: AnyResponse,
  ): void {
    if (isForeignPath && method === 'delete') {
      expect({ status, body }).toMatchObject({ status: 200, body: { data: { deletedIds: [] } } });
    } else if (isForeignPath && !isForeignBody) {
      const error = { messageKey: expect.stringMatching(/_not_found$/) };
      expect({ status, body }).toMatchObject({ status: 404, body: { error } });
    } else if (isForeignPath || !keepsAnyId.has(name)) {
      expect([400, 404]).toContain(status);
    } else if (isForeignBody && status === 403) {
      // A webhook of v2 names its tenant in the body.
      expect(body).toMatchObject({ error: { reason: 'tenant_mismatch' } });
    } else if (isForeignBody) {
      expect(status).toBe(200);
      if (name === 'v3 upsertContacts') expect(body).toMatchObject({ data: [{ status: 'failed' }] });
    }
  }

  function snapshotOf({ tenant }: PreparedWorld): Promise<Snapshot> {
    return snapshotTenant(stage.database, tenant.id);
  }
});
