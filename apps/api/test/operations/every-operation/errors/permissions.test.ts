import { describe, expect, it } from '@jest/globals';
import { createToken, createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { everyOperation } from '../../support/every-operation.js';
import { refusal } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('permissions', () => {
  const stage = useStage();
  /** A plan without features. */
  const leastPlan = { plan: 'free', requestsPerMinute: 1_000 } as const;
  const free = useResource(() => createWorld(stage.database, leastPlan));

  const everyScope = [...new Set(everyOperation.flatMap(({ scopes }) => scopes))];

  it.each(everyScope)(
    '403 with all scopes but %s, which the error names; nothing changes',
    async (missing) => {
      const scopes = everyScope.filter((scope) => scope !== missing);
      const token = await createToken(stage.database, stage.tenantId, { scopes });
      const before = await snapshotTenant(stage.database, stage.tenantId);
      for (const operation of everyOperation.filter((one) => one.scopes.includes(missing))) {
        const { name } = operation;
        const request = validRequest(stage.own, operation.version, operation.operationId);
        const { status, body, headers } = await stage.call(operation, { ...request, token });
        const detail = `This operation needs the scope ${missing}, which the token does not have.`;
        const reasons = { reason: 'scope_missing', requiredScope: missing, detail };
        expect({ name, status, body }).toEqual({
          ...{ name, status: 403 },
          body: refusal('forbidden', 'Forbidden', reasons),
        });
        expect(headers['www-authenticate']).toBe(
          `Bearer error="insufficient_scope", error_description="${detail}", scope="${operation.scopes.join(' ')}"`,
        );
      }
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    },
  );

  it('403 from every operation without its scope, even for an invalid body', async () => {
    const token = await createToken(stage.database, stage.tenantId, { scopes: [] });
    for (const operation of everyOperation) {
      const { name, takesBody } = operation;
      const { params = {} } = validRequest(stage.own, operation.version, operation.operationId);
      const response = await stage.call(operation, { params, token, ...(takesBody && { text: '{' }) });
      const error = { requiredScope: operation.scopes.join(' ') };
      expect({ name, ...response }).toMatchObject({ name, status: 403, body: { error } });
    }
  });

  /** The scopes of the records to which the valid request of an operation refers. */
  const scopesOfReferences: Readonly<Record<string, readonly string[]>> = {
    createMessageTemplate: ['files:read'],
    publishAutomation: ['messages:write'],
    sendMessage: ['message_templates:read'],
    updateMessageTemplate: ['files:read'],
  };

  describe('200 with only the scope of the operation and those of what the request refers to, on the least plan', () => {
    it.each(everyOperation)('$name', async (operation) => {
      const { isRead, planFeature } = operation;
      const world = isRead && planFeature === null ? free : await createLeast(planFeature);
      const scopes = [...operation.scopes, ...(scopesOfReferences[operation.operationId] ?? [])];
      const token = await createToken(stage.database, world.tenant.id, { scopes });
      const request = validRequest(world, operation.version, operation.operationId);
      expect(await stage.call(operation, { ...request, token })).toMatchObject({ status: 200 });
    });

    function createLeast(planFeature: string | null): Promise<World> {
      return createWorld(stage.database, planFeature === null ? leastPlan : {});
    }
  });

  describe('402 on a plan without the feature, which the error names; nothing changes', () => {
    const withFeature = everyOperation.filter(({ planFeature }) => planFeature !== null);

    it('for every operation that needs a feature', async () => {
      const { database } = stage;
      const before = await snapshotTenant(database, free.tenant.id);
      const token = await tokenOf(free.key);
      for (const operation of withFeature) {
        const { name, planFeature } = operation;
        const request = validRequest(free, operation.version, operation.operationId);
        const { status, body } = await stage.call(operation, { ...request, token });
        expect({ name, status, body }).toEqual({
          ...{ name, status: 402 },
          body: refusal('insufficient_billing_plan', 'Insufficient billing plan', {
            reason: 'feature_missing',
            requiredFeature: planFeature,
            detail: `This operation needs the feature ${planFeature}, which the plan of the workspace does not include.`,
          }),
        });
      }
      expect(await snapshotTenant(database, free.tenant.id)).toEqual(before);
    });

    it('403 takes precedence when the scope is missing too', async () => {
      const token = await createToken(stage.database, free.tenant.id, { scopes: [] });
      for (const operation of withFeature) {
        const { name } = operation;
        const request = validRequest(free, operation.version, operation.operationId);
        const error = { reason: 'scope_missing', requiredScope: operation.scopes.join(' ') };
        expect({ name, ...(await stage.call(operation, { ...request, token })) }).toMatchObject({
          ...{ name, status: 403, body: { error } },
        });
      }
    });
  });
});
