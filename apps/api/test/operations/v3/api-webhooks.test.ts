import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createLegacyWebhook, createWebhook, expectStatus } from '@parley/testkit';
import { failure, faultKeys } from '../support/failures.js';
import { findEvents } from '../support/find-events.js';
import { findJobs } from '../support/find-jobs.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage, useWorld } from '../support/use-stage.js';

const stage = useStage();
const world = useWorld(stage);

function create(body: components['schemas']['ApiWebhookCreate']) {
  return world.v3.call('createApiWebhook', { body });
}

function get(webhookId: string) {
  return world.v3.call('getApiWebhook', { params: { webhookId } });
}

function find(body: components['schemas']['SearchRequest']) {
  return world.v3.call('searchApiWebhooks', { body });
}

function update(body: components['schemas']['ApiWebhookUpdate'], webhookId = world.webhook.id) {
  return world.v3.call('updateApiWebhook', { params: { webhookId }, body });
}

function stored(id = world.webhook.id) {
  return stage.database.prisma.webhook.findFirstOrThrow({
    where: { id },
    include: { events: { orderBy: { position: 'asc' } } },
  });
}

describe('createApiWebhook 200', () => {
  beforeEach(world.renew);

  it('gives the webhook with its secret, which is never shown again', async () => {
    const { data } = expectStatus(await create({ url: 'https://partner.example/new' }), 200).body;
    const { secret, ...shown } = data;
    expect(shown).toEqual({
      id: expect.any(String),
      url: 'https://partner.example/new',
      status: 'active',
      events: [{ type: null, scopes: [] }],
      isOrdered: false,
      createdAt: startTime,
      updatedAt: startTime,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await stored(data.id)).toMatchObject({ secret, apiVersion: 'v3', retiredSecrets: [] });
    expect(expectStatus(await get(data.id), 200).body.data).toEqual(shown);
    for (const answer of [await get(data.id), await find({}), await update({}, data.id)]) {
      expect(JSON.stringify(answer.body)).not.toContain('whsec_');
    }
  });

  it('takes events, a status and the wish for order; an empty list delivers nothing', async () => {
    const events = [{ type: 'WHATSAPP_MESSAGE_STATUS' as const, scopes: [] }];
    const body = { url: 'http://partner.example/', events, status: 'inactive' as const, isOrdered: true };
    expect(expectStatus(await create(body), 200).body.data).toMatchObject(body);
    const { url } = body;
    expect(expectStatus(await create({ url, events: [] }), 200).body.data.events).toEqual([]);
  });

  it('delivers what happens from then on', async () => {
    const { data } = expectStatus(await create({ url: 'https://partner.example/' }), 200).body;
    const params = { chatId: world.chat.id };
    expectStatus(await world.v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 200);
    const [event] = await findEvents(stage.database, params);
    expect(Object.keys(event?.deliveries ?? {}).sort()).toEqual([world.webhook.id, data.id].sort());
  });
});

describe('createApiWebhook 400', () => {
  beforeAll(world.renew);

  it.each([
    [{}, { url: 'invalid_type' }],
    [{ url: 'partner.example' }, { url: 'invalid_string' }],
    [
      { url: 'https://partner.example/', status: 'disabled', isOrdered: 'yes', secret: 'mine' },
      { status: 'invalid_enum_value', isOrdered: 'invalid_type', secret: 'unrecognized_keys' },
    ],
    [
      { url: 'https://partner.example/', events: [{ type: 'message.deleted' }] },
      { 'events.0.type': 'invalid_enum_value' },
    ],
  ])('for %j; nothing happens', async (wrongBody, expected) => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    expect(faultKeys(await world.v3.call('createApiWebhook', { wrongBody }))).toEqual(expected);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });
});

describe('getApiWebhook and searchApiWebhooks 200', () => {
  beforeEach(world.renew);

  it('show those made by v2 too', async () => {
    const { data } = expectStatus(await get(world.legacyWebhook.id), 200).body;
    expect(data.events).toMatchObject([{ type: 'WHATSAPP_MESSAGE_RECEIVED' }]);
    const all = expectStatus(await find({}), 200).body.data;
    expect(all).toContainEqual(data);
  });

  it('find by status and by part of the url', async () => {
    const values = { url: 'https://Other.example/hook', status: 'inactive' } as const;
    const { id } = await createWebhook(stage.database, world.tenant.id, values);
    const ids = async (body: components['schemas']['SearchRequest']) =>
      expectStatus(await find(body), 200).body.data.map((webhook) => webhook.id);
    expect(await ids({ search: 'OTHER.' })).toEqual([id]);
    expect(await ids({ query: 'eq(status,inactive)' })).toEqual([id]);
    expect(await ids({ query: 'startsWith(url,"https://partner")', sortBy: 'id' })).toEqual([
      world.webhook.id,
      world.legacyWebhook.id,
    ]);
  });
});

describe('rotateApiWebhookSecret 200', () => {
  beforeEach(world.renew);

  function rotate(webhookId = world.webhook.id) {
    return world.v3.call('rotateApiWebhookSecret', { params: { webhookId } });
  }

  it('gives a new secret; the old one signs beside it for 24 hours', async () => {
    const before = await stored();
    const { secret, ...shown } = expectStatus(await rotate(), 200).body.data;
    expect(secret).not.toBe(before.secret);
    expect(await stored()).toEqual({
      ...before,
      secret,
      retiredSecrets: [{ secret: before.secret, expiresAt: expect.stringContaining('2026-10-16T09:30:00') }],
      updatedAt: new Date(startTime),
    });
    expect(expectStatus(await get(world.webhook.id), 200).body.data).toEqual(shown);
  });

  it('a second time keeps both old ones, and a sixth ends the oldest', async () => {
    const { secret: oldest } = await stored();
    const old = [oldest];
    for (let count = 0; count < 6; count += 1)
      old.unshift(expectStatus(await rotate(), 200).body.data.secret);
    const { secret, retiredSecrets } = await stored();
    const kept = (retiredSecrets as { secret: string }[]).map((entry) => entry.secret);
    expect([secret, ...kept]).toEqual(old.slice(0, 6));
    expect(kept).not.toContain(oldest);
  });

  it('gives a secret to one made by v2, which never saw any', async () => {
    expectStatus(await rotate(world.legacyWebhook.id), 200);
    expect((await stored(world.legacyWebhook.id)).apiVersion).toBe('v2');
  });
});

describe('testApiWebhook 200', () => {
  beforeEach(world.renew);

  async function test(events: components['schemas']['ApiWebhookEventInput'][]) {
    const body = { url: 'https://partner.example/', events };
    const { id: webhookId } = expectStatus(await create(body), 200).body.data;
    const answer = await world.v3.call('testApiWebhook', { params: { webhookId } });
    return { webhookId, delivery: expectStatus(answer, 200).body.data };
  }

  it('makes a delivery to this webhook alone, with a job', async () => {
    const { webhookId, delivery } = await test([{}]);
    expect(delivery).toEqual({
      id: expect.any(String),
      createdAt: startTime,
      updatedAt: startTime,
      eventId: expect.any(String),
      event: 'message.received',
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: startTime,
      lastStatusCode: null,
      deliveredAt: null,
      resendOfId: null,
    });
    const { prisma } = stage.database;
    const made = await prisma.delivery.findMany({ where: { eventId: delivery.eventId } });
    expect(made.map((entry) => entry.webhookId)).toEqual([webhookId]);
    expect(await findJobs(stage.database, 'deliver', delivery.id)).toHaveLength(1);
  });

  it('is of the first type that the webhook asks for, also of v2', async () => {
    expect((await test([{ type: 'contact.updated' }, {}])).delivery.event).toBe('contact.updated');
    expect((await test([{ type: 'INSTAGRAM_MESSAGE_ECHO' }])).delivery.event).toBe('INSTAGRAM_MESSAGE_ECHO');
    expect((await test([])).delivery.event).toBe('message.received');
  });
});

describe('api_webhook_not_found 404', () => {
  beforeAll(world.renew);

  it.each(['getApiWebhook', 'rotateApiWebhookSecret', 'testApiWebhook'] as const)(
    '%s',
    async (operationId) => {
      const params = { webhookId: world.chat.id };
      const { body } = expectStatus(await world.v3.call(operationId, { params }), 404);
      expect(body).toEqual(failure('api_webhook_not_found', 'API webhook not found'));
    },
  );
});

describe('updateApiWebhook 200', () => {
  beforeEach(world.renew);

  it('changes the url alone; the secret is kept and not shown', async () => {
    const before = await stored();
    const { body } = expectStatus(await update({ url: 'https://partner.example/moved?x=1' }), 200);
    expect(body).toEqual({
      success: true,
      data: {
        id: world.webhook.id,
        url: 'https://partner.example/moved?x=1',
        status: 'active',
        events: [{ type: null, scopes: [] }],
        isOrdered: false,
        createdAt: before.createdAt.toISOString(),
        updatedAt: startTime,
      },
    });
    const url = 'https://partner.example/moved?x=1';
    expect(await stored()).toEqual({ ...before, url, updatedAt: new Date(startTime) });
  });

  it('replaces the events whole, in the order given', async () => {
    const scope = { type: 'channel' as const, ids: [world.channel.id, 'anything'] };
    const first = [
      { type: 'message.received' as const, scopes: [scope] },
      { scopes: [{ type: 'channel' as const, ids: [] }] },
      { type: 'chat.updated' as const },
    ];
    expect(expectStatus(await update({ events: first }), 200).body.data.events).toEqual([
      { type: 'message.received', scopes: [scope] },
      { type: null, scopes: [{ type: 'channel', ids: [] }] },
      { type: 'chat.updated', scopes: [] },
    ]);
    expect((await stored()).events).toMatchObject([
      { position: 0, type: 'message.received', channelIds: [world.channel.id, 'anything'] },
      { position: 1, type: null, channelIds: [] },
      { position: 2, type: 'chat.updated', channelIds: [] },
    ]);
    const second = expectStatus(await update({ events: [{ type: 'contact.updated' }] }), 200).body.data;
    expect(second.events).toEqual([{ type: 'contact.updated', scopes: [] }]);
    expect((await stored()).events).toHaveLength(1);
    expect(expectStatus(await update({ events: [] }), 200).body.data.events).toEqual([]);
    expect((await stored()).events).toEqual([]);
  });

  it('decides what is delivered from then on', async () => {
    const close = (status: 'open' | 'closed') =>
      world.v3.call('changeChatStatus', {
        params: { chatId: world.chat.id },
        body: { status },
      });
    expectStatus(await update({ events: [{ type: 'message.sent' }] }), 200);
    expectStatus(await close('closed'), 200);
    expectStatus(
      await update({ events: [{ scopes: [{ type: 'channel', ids: [world.channel.id.toUpperCase()] }] }] }),
      200,
    );
    expectStatus(await close('open'), 200);
    expectStatus(await update({ status: 'inactive' }), 200);
    expectStatus(await close('closed'), 200);
    const events = await findEvents(stage.database, { chatId: world.chat.id });
    expect(events.map(({ deliveries }) => Object.keys(deliveries))).toEqual([[], [world.webhook.id], []]);
  });

  it('switches it off and on, and brings back one that the service has disabled', async () => {
    expect(expectStatus(await update({ status: 'inactive' }), 200).body.data.status).toBe('inactive');
    expect(expectStatus(await update({ status: 'active' }), 200).body.data.status).toBe('active');
    const disabled = await createWebhook(stage.database, world.tenant.id, {
      status: 'disabled',
      failingSince: new Date('2026-10-10T00:00:00.000Z'),
    });
    const url = 'https://partner.example/mended';
    expect(expectStatus(await update({ url }, disabled.id), 200).body.data.status).toBe('disabled');
    expect(expectStatus(await update({ status: 'active' }, disabled.id), 200).body.data.status).toBe(
      'active',
    );
    expect(await stored(disabled.id)).toMatchObject({ status: 'active', failingSince: null, url });
  });

  it('changes nothing for an empty body', async () => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    expectStatus(await update({}), 200);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });

  it('shows one made by v2 as one event with its type and channel, and lets it be changed', async () => {
    const { id: channelId } = world.channel;
    const made = await createLegacyWebhook(stage.database, world.tenant.id, {
      type: 'SMS_MESSAGE_STATUS',
      channelId,
    });
    expect(expectStatus(await update({}, made.id), 200).body.data.events).toEqual([
      { type: 'SMS_MESSAGE_STATUS', scopes: [{ type: 'channel', ids: [channelId] }] },
    ]);
    expectStatus(await update({ events: [{ type: 'EMAIL_MESSAGE_RECEIVED' }] }, made.id), 200);
    const listed = expectStatus(await world.v2.call('listApiWebhooks', {}), 200).body.data;
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({ type: 'EMAIL_MESSAGE_RECEIVED' });
    expect(listed.find(({ id }) => id === made.id)).not.toHaveProperty('channelId');
  });
});

describe('updateApiWebhook 400', () => {
  beforeAll(world.renew);

  it.each([
    [{ url: 'partner.example' }, { url: 'invalid_string' }],
    [{ url: 'ftp://partner.example/' }, { url: 'invalid_string' }],
    [{ url: '' }, { url: 'invalid_string' }],
    [{ url: `https://partner.example/${'a'.repeat(2_048)}` }, { url: 'too_big' }],
    [{ url: null }, { url: 'invalid_type' }],
    [{ status: 'disabled' }, { status: 'invalid_enum_value' }],
    [{ events: {} }, { events: 'invalid_type' }],
    [{ events: [{ type: 'message.deleted' }] }, { 'events.0.type': 'invalid_enum_value' }],
    [{ events: [{ scopes: [{ type: 'channel' }] }] }, { 'events.0.scopes.0.ids': 'invalid_type' }],
    [
      { events: [{ scopes: [{ type: 'team', ids: [] }] }] },
      { 'events.0.scopes.0.type': 'invalid_enum_value' },
    ],
    [
      { events: [{ scopes: [{ type: 'channel', ids: [1] }] }] },
      { 'events.0.scopes.0.ids.0': 'invalid_type' },
    ],
    [
      { events: [{ event: 'message.sent' }], secret: 'x' },
      { 'events.0.event': 'unrecognized_keys', secret: 'unrecognized_keys' },
    ],
    [{ events: Array.from({ length: 101 }, () => ({})) }, { events: 'too_big' }],
  ])('for %j; nothing happens', async (wrongBody, expected) => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    const params = { webhookId: world.webhook.id };
    expect(faultKeys(await world.v3.call('updateApiWebhook', { params, wrongBody }))).toEqual(expected);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });
});

describe('updateApiWebhook 404', () => {
  beforeAll(world.renew);

  it('api_webhook_not_found, also for an empty body', async () => {
    for (const body of [{}, { url: 'https://partner.example/' }]) {
      const answer = expectStatus(await update(body, world.chat.id), 404);
      expect(answer.body.error).toEqual({
        messageKey: 'api_webhook_not_found',
        message: 'API webhook not found',
      });
    }
  });
});

describe('deleteApiWebhook 200', () => {
  beforeEach(world.renew);

  it('deletes the webhook with its events and deliveries; one made by v2 too', async () => {
    const params = { chatId: world.chat.id };
    expectStatus(await world.v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 200);
    for (const { id } of [world.webhook, world.legacyWebhook]) {
      const answer = await world.v3.call('deleteApiWebhook', {
        params: { webhookId: id },
      });
      expect(expectStatus(answer, 200).body.data).toEqual({ deletedIds: [id], notFoundIds: [] });
    }
    const left = await snapshotTenant(stage.database, world.tenant.id);
    expect(left).toMatchObject({ webhooks: [], webhook_events: [], deliveries: [] });
    expect(left.events).toHaveLength(2);
  });

  it('says that it was not found the second time', async () => {
    const params = { webhookId: world.webhook.id };
    await world.v3.call('deleteApiWebhook', { params });
    const { body } = expectStatus(await world.v3.call('deleteApiWebhook', { params }), 200);
    expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.webhook.id] });
  });
});
