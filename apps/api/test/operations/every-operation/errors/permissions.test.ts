import { beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { everyOperation } from '../../support/every-operation.js';
import { refusal } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('permissions', () => {
  const stage = useStage();
  let free: World;

  beforeAll(async () => {
    free = await createWorld(stage.database, { plan: 'free', requestsPerMinute: 1_000 });
  });

  const everyScope = [...new Set(everyOperation.flatMap(({ scopes }) => scopes))];

  describe('403 with all scopes but the required one, which the error names; nothing changes', () => {
    const needs = everyOperation.flatMap((operation) =>
      operation.scopes.map((scope) => ({ ...operation, scope })),
    );
    it.each(needs)('$name: $scope', async ({ scope: missing, ...operation }) => {
      const { database, tenantId } = stage;
      const scopes = everyScope.filter((scope) => scope !== missing);
      const token = await createToken(database, tenantId, { scopes });
      const before = await snapshotTenant(database, tenantId);
      const request = validRequest(stage.own, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token });
      const detail = `This operation needs the scope ${missing}, which the token does not have.`;
      expect(response.status).toBe(403);
      expect(response.body).toEqual(
        refusal('forbidden', 'Forbidden', { reason: 'scope_missing', requiredScope: missing, detail }),
      );
      expect(response.headers['www-authenticate']).toBe(
        `Bearer error="insufficient_scope", error_description="${detail}", scope="${operation.scopes.join(' ')}"`,
      );
      expect(await snapshotTenant(database, tenantId)).toEqual(before);
    });

    it.each(everyOperation)('$name, even for an invalid body', async (operation) => {
      const token = await createToken(stage.database, stage.tenantId, { scopes: [] });
      const { params = {} } = validRequest(stage.own, operation.version, operation.operationId);
      const response = await stage.call(operation, {
        params,
        token,
        ...(operation.takesBody && { text: '{' }),
      });
      expect(response).toMatchObject({
        status: 403,
        body: { error: { requiredScope: operation.scopes.join(' ') } },
      });
    });
  });

  /** The scopes of the records to which the valid request of an operation refers. */
  const scopesOfReferences: Readonly<Record<string, readonly string[]>> = {
    createMessageTemplate: ['files:read'],
    publishAutomation: ['messages:write'],
    sendMessage: ['message_templates:read'],
    updateMessageTemplate: ['files:read'],
  };

  describe('200 with only the scope of the operation and those of what the request refers to', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const world = await createWorld(stage.database);
      const scopes = [...operation.scopes, ...(scopesOfReferences[operation.operationId] ?? [])];
      const token = await createToken(stage.database, world.tenant.id, { scopes });
      const request = validRequest(world, operation.version, operation.operationId);
      expect(await stage.call(operation, { ...request, token })).toMatchObject({ status: 200 });
    });
  });

  describe('402 on a plan without the feature, which the error names; nothing changes', () => {
    const withFeature = everyOperation.filter(({ planFeature }) => planFeature !== null);
    it.each(withFeature)('$name needs $planFeature', async (operation) => {
      const { database } = stage;
      const before = await snapshotTenant(database, free.tenant.id);
      const request = validRequest(free, operation.version, operation.operationId);
      const response = await stage.call(operation, { ...request, token: await tokenOf(free.key) });
      expect(response.status).toBe(402);
      expect(response.body).toEqual(
        refusal('insufficient_billing_plan', 'Insufficient billing plan', {
          reason: 'feature_missing',
          requiredFeature: operation.planFeature,
          detail: `This operation needs the feature ${operation.planFeature}, which the plan of the workspace does not include.`,
        }),
      );
      expect(await snapshotTenant(database, free.tenant.id)).toEqual(before);
    });

    it.each(withFeature)('$name: 403 takes precedence when the scope is missing too', async (operation) => {
      const token = await createToken(stage.database, free.tenant.id, { scopes: [] });
      const request = validRequest(free, operation.version, operation.operationId);
      expect(await stage.call(operation, { ...request, token })).toMatchObject({
        status: 403,
        body: { error: { reason: 'scope_missing', requiredScope: operation.scopes.join(' ') } },
      });
    });
  });

  describe('200 on a plan without features', () => {
    const withoutFeature = everyOperation.filter(({ planFeature }) => planFeature === null);
    it.each(withoutFeature)('$name', async (operation) => {
      const world = await createWorld(stage.database, { plan: 'free', requestsPerMinute: 1_000 });
      const request = validRequest(world, operation.version, operation.operationId);
      expect((await stage.call(operation, { ...request, token: await tokenOf(world.key) })).status).toBe(200);
    });
  });
});
