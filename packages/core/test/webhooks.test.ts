import { describe, expect, test } from '@jest/globals';
import {
  createLegacyWebhook,
  deleteById,
  getById,
  type LegacyEventType,
  legacyWebhooks,
  listAll,
  newId,
  updateLegacyWebhook,
  updateWebhook,
  webhooks,
} from '../src/index.js';
import { refusal } from './refusals.js';
import { startTime } from './test-context.js';
import { createLegacyWebhook as createLegacyFixture, createWebhook, openStoredWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
const { database, prisma, own, other } = worlds;
const url = 'https://partner.example/hook';
const received = 'WHATSAPP_MESSAGE_RECEIVED';

function createByV2(values: { type?: LegacyEventType; channelId?: string } = {}) {
  return createLegacyWebhook(worlds.context(), {
    apiVersion: 'v2',
    type: received,
    url,
    ...values,
  });
}

describe('create a webhook with v2', () => {
  test('shows in v3 as one event with its type and channel scope, active, with a secret of 32 bytes', async () => {
    const created = await createByV2({ channelId: own.channel.id });
    expect(created).toEqual({
      id: created.id,
      type: received,
      url,
      isActive: true,
      channelId: own.channel.id,
      createdAt: startTime,
      updatedAt: startTime,
    });
    expect(await getById(worlds.context(), webhooks, created.id)).toEqual({
      id: created.id,
      url,
      status: 'active',
      apiVersion: 'v2',
      events: [{ type: received, scopes: [{ type: 'channel', ids: [own.channel.id] }] }],
      isOrdered: false,
      createdAt: startTime,
      updatedAt: startTime,
    });
    const stored = await prisma.webhook.findFirstOrThrow({ where: { id: created.id } });
    const { secret } = await openStoredWebhook(database, stored);
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(secret).toMatch(/^whsec_/);
  });

  test('without a channel it is for every channel', async () => {
    const created = await createByV2();
    expect(created.channelId).toBeNull();
    const { events } = await getById(worlds.context(), webhooks, created.id);
    expect(events).toEqual([{ type: received, scopes: [] }]);
  });
});

describe('list webhooks with v2', () => {
  test('returns the webhooks of v2, newest first, and none of v3 or of another tenant', async () => {
    const older = await createLegacyFixture(database, own.tenant.id, { createdAt: new Date('2030-01-01') });
    const newer = await createLegacyFixture(database, own.tenant.id, { createdAt: new Date('2030-01-02') });
    const ids = (await listAll(worlds.context(), legacyWebhooks)).map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual([newer.id, older.id]);
    expect(ids).toContain(own.legacyWebhook.id);
    expect(ids).not.toContain(own.webhook.id);
    expect(ids).not.toContain(other.legacyWebhook.id);
  });

  const status = 'SMS_MESSAGE_STATUS';
  const made = 'EMAIL_MESSAGE_RECEIVED';
  test.each([
    ['two events, by the first', [{ type: status }, { type: received }], status],
    ['a type of v2 behind one of v3', [{ type: 'message.sent' }, { type: status }], status],
    ['a type of v3, as it was created', [{ type: 'message.received' }], made],
    ['every type, as it was created', [{}], made],
    ['no event at all, as it was created', [], made],
  ] as const)(
    'shows a webhook to which v3 has since assigned %s; v2 can deactivate and delete it',
    async (_, events, type) => {
      const channelId = own.channel.id;
      const { id } = await createByV2({ type: made, channelId });
      await updateWebhook(worlds.context(), { webhookId: id, events });
      const shown = (await listAll(worlds.context(), legacyWebhooks)).find((webhook) => webhook.id === id);
      expect(shown).toMatchObject({ type, channelId: type === made ? channelId : null, isActive: true });
      const updated = await updateLegacyWebhook(worlds.context(), { webhookId: id, isActive: false });
      expect(updated).toMatchObject({ type, isActive: false });
      expect(await getById(worlds.context(), webhooks, id)).toMatchObject({
        status: 'inactive',
        events: events.map((event) => ({ type: null, scopes: [], ...event })),
      });
      expect(await deleteById(worlds.context(), legacyWebhooks, id)).toMatchObject({ deletedIds: [id] });
    },
  );

  test('shows the channel only when there is exactly one', async () => {
    const { id } = await createByV2({ channelId: own.channel.id });
    const ids = [own.channel.id, newId()];
    const events = [{ type: received, scopes: [{ type: 'channel', ids }] }] as const;
    await updateWebhook(worlds.context(), { webhookId: id, events });
    expect(await getById(worlds.context(), legacyWebhooks, id)).toMatchObject({ channelId: null });
  });
});

describe('update a webhook with v2', () => {
  test('deactivates and activates it, and keeps the other fields', async () => {
    const { id } = await createByV2();
    const update = (values: object) => updateLegacyWebhook(worlds.context(), { webhookId: id, ...values });
    expect(await update({ isActive: false })).toMatchObject({ isActive: false, url });
    expect(await getById(worlds.context(), webhooks, id)).toMatchObject({ status: 'inactive' });
    expect(await update({ url: 'https://new.example/' })).toMatchObject({
      isActive: false,
      url: 'https://new.example/',
    });
    expect(await update({ isActive: true })).toMatchObject({ isActive: true, url: 'https://new.example/' });
    expect(await update({})).toMatchObject({ isActive: true });
  });

  test('a disabled webhook is not active, and isActive reactivates it', async () => {
    const { id } = await createLegacyFixture(database, own.tenant.id, {
      status: 'disabled',
      failingSince: new Date(startTime),
    });
    expect(await getById(worlds.context(), legacyWebhooks, id)).toMatchObject({ isActive: false });
    await updateLegacyWebhook(worlds.context(), { webhookId: id, isActive: true });
    const row = await prisma.webhook.findFirstOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: 'active', failingSince: null });
  });

  test('404 for an unknown and a malformed id, a webhook of v3, and one of another tenant', async () => {
    for (const webhookId of [newId(), 'x', own.webhook.id, other.legacyWebhook.id]) {
      await expect(updateLegacyWebhook(worlds.context(), { webhookId, url })).rejects.toMatchObject(
        refusal('api_webhook_not_found'),
      );
    }
  });
});

describe('update a webhook with v3', () => {
  test('replaces the whole list of events, fills type and scopes in the response, and keeps the rest', async () => {
    const { id, url: present } = await createWebhook(database, own.tenant.id);
    const context = worlds.context();
    await updateWebhook(context, {
      webhookId: id,
      events: [{ type: 'chat.updated' }, { type: 'message.sent' }],
    });
    context.clock.advance(1_000);
    const scopes = [{ type: 'channel', ids: ['a', own.channel.id] }] as const;
    const record = await updateWebhook(context, { webhookId: id, events: [{ scopes }, { type: null }] });
    expect(record).toMatchObject({
      url: present,
      status: 'active',
      events: [
        { type: null, scopes },
        { type: null, scopes: [] },
      ],
      updatedAt: '2026-11-14T09:30:01.000Z',
    });
    expect((await updateWebhook(context, { webhookId: id, events: [] })).events).toEqual([]);
  });

  test('an empty update changes nothing, not even updatedAt', async () => {
    const { id } = await createWebhook(database, own.tenant.id);
    const before = await getById(worlds.context(), webhooks, id);
    expect(await updateWebhook(worlds.context(), { webhookId: id })).toEqual(before);
  });

  test('status active reactivates a disabled webhook and clears the time since which it has been failing', async () => {
    const failing = { status: 'disabled', failingSince: new Date(startTime) } as const;
    const { id } = await createWebhook(database, own.tenant.id, failing);
    await updateWebhook(worlds.context(), { webhookId: id, url });
    expect(await prisma.webhook.findFirst({ where: { id } })).toMatchObject(failing);
    expect(await updateWebhook(worlds.context(), { webhookId: id, status: 'active' })).toMatchObject({
      status: 'active',
    });
    expect(await prisma.webhook.findFirst({ where: { id } })).toMatchObject({ failingSince: null });
  });

  test('two replacements at once end with the list of one of them', async () => {
    const { id } = await createWebhook(database, own.tenant.id);
    const lists = [
      [{ type: 'chat.updated' }, { type: 'message.sent' }],
      [{ type: 'contact.updated' }, { type: 'message.updated' }, { type: 'message.received' }],
    ] as const;
    await Promise.all(
      [...lists, ...lists].map((events) => updateWebhook(worlds.context(), { webhookId: id, events })),
    );
    const { events } = await getById(worlds.context(), webhooks, id);
    expect(lists.map((list) => list.map(({ type }) => type))).toContainEqual(events.map(({ type }) => type));
  });

  test('404 for an unknown and a malformed id, and for another tenant’s webhook, which does not change', async () => {
    for (const webhookId of [newId(), 'x', other.webhook.id]) {
      await expect(updateWebhook(worlds.context(), { webhookId, url })).rejects.toMatchObject(
        refusal('api_webhook_not_found'),
      );
    }
    const untouched = await prisma.webhook.findFirstOrThrow({ where: { id: other.webhook.id } });
    expect(untouched.url).toBe(other.webhook.url);
  });
});
