import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyRequest, type AnyResponse, createWorld, tokenOf, validRequest } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { findStrings } from '../../support/find-strings.js';
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

  describe('another tenant’s id is not found; neither tenant is changed and no event is emitted', () => {
    it.each(withPathParams)('$name {$param}', async (operation) => {
      const request = requestWith(operation, { [operation.param]: foreignId(operation) });
      const response = await stage.call(operation, request);
      expectNotFound(operation, response, foreignId(operation));
      expect(findLeaks(request, response)).toEqual([]);
      await expectUnchanged();
    });

    function foreignId({ version, operationId, param }: (typeof withPathParams)[number]): string {
      return validRequest(stage.other, version, operationId).params?.[param] ?? '';
    }
  });

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

  describe('another tenant’s id in a body with ids of the caller has no effect on that tenant', () => {
    const withBody = everyOperation.filter(({ takesJson }) => takesJson);
    it.each(withBody)('$name', async (operation) => {
      const { version, operationId } = operation;
      const world = await createWorld(stage.database);
      const token = await tokenOf(world.key);
      const { body, ...request } = validRequest(world, version, operationId);
      const foreign = validRequest(stage.other, version, operationId).body;
      for (const mixed of mixIds(JSON.stringify(body ?? null), JSON.stringify(foreign ?? null))) {
        const sent = { ...request, body: JSON.parse(mixed) };
        const response = await stage.call(operation, { ...sent, token });
        expect(response.status).toBeLessThan(500);
        if (!keepsAnyId.has(operation.name)) expect(response.status).toBeGreaterThanOrEqual(400);
        expect(findLeaks(sent, response)).toEqual([]);
      }
      expect(await snapshotTenant(stage.database, stage.other.tenant.id)).toEqual(other);
    });

    /** The channels of a webhook need not exist. */
    const keepsAnyId: ReadonlySet<string> = new Set(['v3 createApiWebhook', 'v2 createApiWebhook']);

    const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

    /**
     * Returns variants of the caller's body. In each of them, one id is replaced by the id at the same place in the
     * other tenant's body.
     */
    function mixIds(own: string, foreign: string): string[] {
      const foreignIds = foreign.match(id) ?? [];
      return [...own.matchAll(id)].map(({ index, 0: replaced }, place) => {
        const after = index + replaced.length;
        return `${own.slice(0, index)}${foreignIds[place]}${own.slice(after)}`;
      });
    }
  });

  describe('a successful response contains no data of another tenant', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const world = await createWorld(stage.database);
      const request = validRequest(world, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token: await tokenOf(world.key) });
      expect(response.status).toBe(200);
      expect(findLeaks(request, response)).toEqual([]);
      await expectUnchanged();
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

  /** Texts that only the other tenant has and that the caller did not send. */
  function findLeaks(request: AnyRequest, response: AnyResponse): string[] {
    const known = JSON.stringify([own, request]);
    const shown = JSON.stringify(response);
    const secrets = findStrings(other).filter((text) => text.length > 3 && !known.includes(inner(text)));
    expect(secrets.length).toBeGreaterThan(20);
    return secrets.filter((text) => isShown(inner(text), shown));
  }

  /** Names end with a number, so that one name can be the prefix of another. */
  function isShown(text: string, shown: string): boolean {
    return shown.split(text).some((after, index) => index > 0 && !/^\d/.test(after));
  }

  function inner(text: string): string {
    return JSON.stringify(text).slice(1, -1);
  }

  async function expectUnchanged(): Promise<void> {
    expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(own);
    expect(await snapshotTenant(stage.database, stage.other.tenant.id)).toEqual(other);
  }
});
