import { describe, expect, it } from '@jest/globals';
import type { V2OperationId, V3OperationId, v2, v3 } from '@parley/contract/operations';
import type { AuditAction } from '@parley/core';
import { createWorld, tokenOf, validRequest, type World } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { useStage } from '../../support/use-stage.js';

const recordedResources = [
  'contact_exports',
  'api_webhooks',
  'automations',
  'channels',
  'workspace',
] as const;

/** The ids of the operations that write to a recorded resource. */
type WriteIds<Operations> = {
  [Id in keyof Operations]: Operations[Id] extends {
    readonly method: 'post' | 'put' | 'delete';
    readonly filterFields: null;
    readonly scopes: readonly (infer Scope)[];
  }
    ? Extract<Scope, `${(typeof recordedResources)[number]}:${string}`> extends never
      ? never
      : Id & string
    : never;
}[keyof Operations];

/** The compiler names an operation of a recorded resource that is missing from the list. */
type Decisions = Readonly<
  Record<
    `v3 ${WriteIds<typeof v3.operations>}` | `v2 ${WriteIds<typeof v2.operations>}`,
    AuditAction | null
  > &
    Partial<Record<`v3 ${V3OperationId}` | `v2 ${V2OperationId}`, AuditAction | null>>
>;

/**
 * The entry that the audit log gets for each operation; null for an operation of these resources that changes nothing
 * that is recorded. All others must add no entry.
 */
const decisions: Decisions = {
  'v3 createApiWebhook': 'api_webhook.created',
  'v3 updateApiWebhook': 'api_webhook.updated',
  'v3 deleteApiWebhook': 'api_webhook.deleted',
  'v3 rotateApiWebhookSecret': 'api_webhook.secret_rotated',
  'v3 createChannel': 'channel.created',
  'v3 updateChannel': 'channel.updated',
  'v3 deleteContact': 'contact.erased',
  'v3 deleteChannel': 'channel.deleted',
  'v3 publishAutomation': 'automation.published',
  'v3 deactivateAutomation': 'automation.deactivated',
  'v3 deleteAutomation': 'automation.deleted',
  'v3 exportContact': 'contact.exported',
  'v3 mergeContacts': 'contact.merged',
  'v3 updateWorkspace': 'workspace.updated',
  'v3 rotateWorkspaceSigningSecret': 'workspace.signing_secret_rotated',
  'v2 createApiWebhook': 'api_webhook.created',
  'v2 updateApiWebhook': 'api_webhook.updated',
  'v2 deleteApiWebhook': 'api_webhook.deleted',
  'v3 testApiWebhook': null,
  'v3 resendDelivery': null,
  'v3 resendDeliveries': null,
  'v3 createAutomation': null,
  'v3 updateAutomation': null,
  'v3 cancelAutomationRun': null,
  'v3 triggerAutomation': null,
};

describe('audit log', () => {
  const stage = useStage();
  const writes = everyOperation.filter(({ isRead }) => !isRead);
  const actions = new Map(Object.entries(decisions).filter(([, action]) => action !== null));
  const recorded = writes.filter(({ name }) => actions.has(name));

  it('every operation that writes to an audited resource is listed as recorded or not, and every listed operation exists', () => {
    const decided = new Set(Object.keys(decisions));
    const resources = new Set<string>(recordedResources);
    const ofResources = writes.filter(({ scopes }) =>
      scopes.some((scope) => resources.has(scope.split(':')[0] ?? '')),
    );
    expect(ofResources.map(({ name }) => name).filter((name) => !decided.has(name))).toEqual([]);
    expect([...decided].filter((known) => !writes.some(({ name }) => name === known))).toEqual([]);
  });

  async function prepare(operation: AnyOperation) {
    const world = await createWorld(stage.database);
    if (operation.operationId === 'publishAutomation') await deactivate(world);
    const before = await findEntries(world);
    const request = { ...validRequest(world, operation.version, operation.operationId) };
    const token = await tokenOf(world.key);
    return {
      world,
      call: async (headers: Readonly<Record<string, string>> = {}) =>
        expect((await stage.call(operation, { ...request, token, headers })).status).toBe(200),
      added: async () => (await findEntries(world)).slice(before.length),
    };
  }

  /** The automation of a world is active, and publishing it again would change nothing. */
  async function deactivate({ tenant, automation }: World): Promise<void> {
    await stage.database.prisma.automation.update({
      where: { tenantId_id: { tenantId: tenant.id, id: automation.id } },
      data: { status: 'inactive', activeVersionId: null, activeVersionTriggerType: null },
    });
  }

  function findEntries({ tenant }: World) {
    return stage.database.prisma.auditLogEntry.findMany({
      where: { tenantId: tenant.id },
      orderBy: { id: 'asc' },
    });
  }

  describe('adds one entry with the key and the request of the caller', () => {
    it.each(recorded)('$name', async (operation) => {
      const { world, call, added } = await prepare(operation);
      await call({ 'x-request-id': 'request-of-the-test' });
      const action = actions.get(operation.name);
      expect(await added()).toMatchObject([
        { action, actorType: 'api_key', keyId: world.key.id, requestId: 'request-of-the-test' },
      ]);
    });
  });

  describe('adds no entry for an operation that is not recorded', () => {
    it.each(writes.filter(({ name }) => !actions.has(name)))('$name', async (operation) => {
      const { call, added } = await prepare(operation);
      await call();
      expect(await added()).toEqual([]);
    });
  });

  describe('adds no entry when the same request is repeated and changes nothing', () => {
    const setting = recorded.filter(({ operationId }) => !/^(create|rotate|export)/.test(operationId));
    it.each(setting)('$name', async (operation) => {
      const { call, added } = await prepare(operation);
      await call();
      await call();
      expect(await added()).toHaveLength(1);
    });
  });

  describe('adds no second entry for a request that is repeated with its idempotency key', () => {
    it.each(recorded.filter(({ idempotent }) => idempotent))('$name', async (operation) => {
      const { call, added } = await prepare(operation);
      await call({ 'idempotency-key': 'once' });
      await call({ 'idempotency-key': 'once' });
      expect(await added()).toHaveLength(1);
    });
  });
});
