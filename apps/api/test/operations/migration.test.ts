import { describe, expect, it } from '@jest/globals';
import { type FieldMigration, migration, type OperationMigration } from '@parley/contract/migration';
import { v2 } from '@parley/contract/operations';
import { type AnyResponse, createAutomation, createWorld, tokenOf } from '@parley/testkit';
import { findDifferences } from './support/migration/compare-responses.js';
import { type Change, createRename, describeChange } from './support/migration/describe-change.js';
import { type PlainRequest, translateRequest } from './support/migration/translate-request.js';
import { snapshotTenant } from './support/snapshot-tenant.js';
import { startTime } from './support/start-stage.js';
import { useStage } from './support/use-stage.js';

const stage = useStage();

type World = Awaited<ReturnType<typeof enterNewWorld>>;
type LegacyRequest = (world: World) => PlainRequest;

async function enterNewWorld() {
  const world = await createWorld(stage.database);
  const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
  const templateAutomation = await createAutomation(stage.database, world.tenant.id, { steps });
  return { ...world, templateAutomation };
}

const url = 'https://partner.example/webhooks/parley';
const attributes = (world: World) => [{ externalId: world.attribute.externalId, value: 'Rome' }];

/** Requests of v2 callers; every operation, and every field and value of the contract, occurs. */
const requests: Readonly<Record<string, Readonly<Record<string, LegacyRequest>>>> = {
  listApiWebhooks: { everything: () => ({}) },
  createApiWebhook: {
    ...Object.fromEntries(
      migration.events.map(({ type }) => [
        `${type} of a channel`,
        ({ tenant, channel }: World) => ({ body: { tenantId: tenant.id, type, url, channelId: channel.id } }),
      ]),
    ),
    'of every channel': ({ tenant }) => ({
      body: { tenantId: tenant.id, type: 'SMS_MESSAGE_STATUS', url },
    }),
  },
  updateApiWebhook: {
    'another address': ({ legacyWebhook }) => ({
      params: { webhookId: legacyWebhook.id },
      body: { url: `${url}/moved` },
    }),
    'switch off': ({ legacyWebhook }) => ({
      params: { webhookId: legacyWebhook.id },
      body: { isActive: false },
    }),
    'switch on': ({ legacyWebhook }) => ({
      params: { webhookId: legacyWebhook.id },
      body: { isActive: true, url: `${url}/again` },
    }),
  },
  deleteApiWebhook: {
    'that exists': ({ legacyWebhook }) => ({ params: { webhookId: legacyWebhook.id } }),
    'that does not exist': ({ chat }) => ({ params: { webhookId: chat.id } }),
  },
  listAttributes: { everything: () => ({}) },
  createAttribute: {
    'with the least': () => ({ body: { name: 'City', externalId: 'city' } }),
    'with everything': () => ({
      body: {
        name: 'City',
        externalId: 'city',
        description: 'Where they live',
        isVisibleQuickEdit: true,
        isVisibleContactsTable: true,
        isVisibleContactCreate: true,
      },
    }),
    'without a description': () => ({ body: { name: 'City', externalId: 'city', description: null } }),
  },
  deleteAttribute: {
    'that exists': ({ attribute }) => ({ params: { attributeId: attribute.id } }),
    'that does not exist': ({ chat }) => ({ params: { attributeId: chat.id } }),
  },
  listBroadcasts: { 'of a channel': ({ channel }) => ({ params: { channelId: channel.id } }) },
  createBroadcast: {
    'at once': (world) => broadcast(world, {}),
    'at a time': (world) => broadcast(world, { isScheduled: true, scheduledAt: '2026-12-24T18:00:00+01:00' }),
    'again and again': (world) =>
      broadcast(world, {
        scheduledAt: '2026-12-01T08:00:00Z',
        isReoccurring: true,
        recurrenceRules: ['FREQ=WEEKLY;COUNT=4', 'FREQ=MONTHLY'],
      }),
    'with a template and variables': (world) =>
      broadcast(world, {
        workflowId: world.templateAutomation.id,
        messageTemplateId: world.messageTemplate.id,
        variables: [
          { name: 'code', value: 'SPRING' },
          { name: 'discount', value: '10 %' },
        ],
      }),
    'to contacts that are known and new': (world) =>
      broadcast(world, {
        contacts: [
          { phoneNumber: world.contact.phoneNumber, attributes: attributes(world) },
          { firstName: 'Grace', lastName: 'Hill', email: 'grace@example.com', labels: [{ name: 'New' }] },
          {
            firstName: 'Grace',
            phoneNumber: null,
            email: 'GRACE@example.com',
            attributes: attributes(world),
          },
        ],
      }),
  },
};

function broadcast(world: World, values: object): PlainRequest {
  const body = { name: 'Autumn offer', workflowId: world.automation.id, ...values };
  return { params: { channelId: world.channel.id }, body };
}

const cases = migration.operations.flatMap((operation) =>
  Object.entries(requests[operation.operationId] ?? {}).map(([name, request]) => ({
    name: `${operation.operationId}, ${name}`,
    operation,
    request,
  })),
);

/** Makes one v2 call in its own world. */
async function callLegacy({ operationId }: OperationMigration, request: LegacyRequest) {
  return callIn((world, token) =>
    stage.v2.callAny(operationId, { ...request(world), token }).then((response) => [response]),
  );
}

/**
 * Makes the v3 call that the contract declares as equivalent, in another world. Calls that follow use the id of what
 * the first one created.
 */
async function callCurrent(operation: OperationMigration, request: LegacyRequest) {
  return callIn(async (world, token) => {
    const first = await stage.v3.callAny(String(operation.successor), {
      ...translateRequest(operation, request(world)),
      token,
    });
    const responses = [first];
    for (const next of operation.followedBy) {
      const { id } = Object(Object(first.body).data);
      responses.push(await stage.v3.callAny(next, { params: { campaignId: String(id) }, token }));
    }
    return responses;
  });
}

async function callIn(call: (world: World, token: string) => Promise<AnyResponse[]>) {
  stage.clock.set(startTime);
  const world = await enterNewWorld();
  const snapshot = () => snapshotTenant(stage.database, world.tenant.id);
  const before = await snapshot();
  const responses = await call(world, await tokenOf(world.key));
  const rename = createRename(world);
  return {
    statuses: responses.map(({ status }) => status),
    response: rename(responses.at(-1)?.body),
    change: describeChange(before, await snapshot(), rename),
  };
}

describe('what a v2 call stores, and what its v3 successor stores', () => {
  it('is compared for every operation', () => {
    const all = Object.keys(v2.operations).sort();
    expect(Object.keys(requests).sort()).toEqual(all);
    expect(migration.operations.map(({ operationId }) => operationId).sort()).toEqual(all);
  });

  it.each(cases)('$name: the same effect and equivalent responses', async ({ operation, request }) => {
    const legacy = await callLegacy(operation, request);
    const current = await callCurrent(operation, request);
    expect(new Set([...legacy.statuses, ...current.statuses])).toEqual(new Set([200]));
    const types = typesOfWebhooks(operation);
    expect(current.change).toEqual(types ? withTypes(legacy.change, types) : legacy.change);
    const fields = operation.response.map((field) =>
      field.from === 'data.type' && types ? { ...field, values: types } : field,
    );
    const response = onlyKnown(current.response, legacy.response);
    expect(findDifferences(fields, legacy.response, response)).toEqual([]);
  });
});

/** Returns the v3 name of a v2 type in a webhook. */
function typesOfWebhooks({ operationId, request }: OperationMigration): FieldMigration['values'] {
  if (operationId !== 'createApiWebhook') return null;
  return request.find(({ from }) => from === 'body.type')?.values ?? null;
}

/**
 * A webhook belongs to the version that created it. It has an entry for each v3 type, with the scopes that were sent.
 */
function withTypes(change: Change, types: NonNullable<FieldMigration['values']>): Change {
  const webhooks =
    change.webhooks?.added.map((row) => ({
      ...Object(row),
      api_version: 'v3',
      legacy_type: null,
      legacy_channel_id: null,
    })) ?? [];
  const entries = change.webhook_events?.added.flatMap((row) => {
    const { type: legacy, scopes, ...rest } = Object(row);
    const written = scopes.length === 0 ? null : scopes;
    return [types[legacy] ?? []]
      .flat()
      .map((type, position) => ({ ...rest, type, scopes: written, position }));
  });
  return {
    ...change,
    webhooks: { added: webhooks, removed: [] },
    webhook_events: { added: entries ?? [], removed: [] },
  };
}

/** A search of v3 may return more than the list of v2: webhooks of both versions. */
function onlyKnown(current: unknown, legacy: unknown): unknown {
  const { data } = Object(current);
  if (!Array.isArray(data)) return current;
  const known = JSON.stringify(legacy);
  return { ...Object(current), data: data.filter((item) => known.includes(JSON.stringify(Object(item).id))) };
}

describe('after the end of v2', () => {
  it.each(migration.operations)(
    '$operationId responds with 410, and its successor still works',
    async (operation) => {
      const [request] = Object.values(requests[operation.operationId] ?? {});
      if (!request) throw new Error(`No request for ${operation.operationId}.`);
      const world = await enterNewWorld();
      const token = await tokenOf(world.key);
      stage.clock.set('2026-11-02T00:00:00.000Z');
      const legacy = await stage.v2.callAny(operation.operationId, { ...request(world), token });
      const translated = translateRequest(operation, request(world));
      const current = await stage.v3.callAny(String(operation.successor), { ...translated, token });
      expect([legacy.status, current.status]).toEqual([410, 200]);
    },
  );
});
