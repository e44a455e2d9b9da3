import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import type { Chat } from '@parley/database';
import {
  createAutomation,
  createChannel,
  createChat,
  createContact,
  createMessage,
  createWebhook,
  createWorld,
  expectStatus,
  tokenOf,
  type World,
} from '@parley/testkit';
import { faultKeys } from '../support/failures.js';
import { findEvents } from '../support/find-events.js';
import { findJobs } from '../support/find-jobs.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { type Stage, startStage, startTime } from '../support/start-stage.js';

let stage: Stage;
let world: World;
let token: string;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage?.stop());

beforeEach(async () => {
  stage.clock.set(startTime);
  world = await createWorld(stage.database);
  token = await tokenOf(world.key);
});

function iso(date: Date): string {
  return date.toISOString();
}

describe('getChat 200', () => {
  it('gives the chat with its contact, handle and latest message, every key present', async () => {
    const { chat, contact, label, attribute, message, channel } = world;
    const handle = {
      id: contact.handle.id,
      createdAt: iso(contact.handle.createdAt),
      updatedAt: iso(contact.handle.updatedAt),
      type: 'phone_number',
      isPrimary: true,
      value: contact.phoneNumber,
      extra: {},
      hasChats: true,
    };
    const { body } = expectStatus(
      await stage.v3.call('getChat', { params: { chatId: chat.id }, token }),
      200,
    );
    expect(body).toEqual({
      success: true,
      data: {
        id: chat.id,
        createdAt: iso(chat.createdAt),
        updatedAt: (await reload(chat)).updatedAt.toISOString(),
        status: 'open',
        isUnread: false,
        openUntil: null,
        unreadCount: 0,
        channelId: channel.id,
        contactId: contact.id,
        contact: {
          id: contact.id,
          createdAt: iso(contact.createdAt),
          updatedAt: iso(contact.updatedAt),
          firstName: 'Ada',
          lastName: contact.lastName,
          fullName: `Ada ${contact.lastName}`,
          displayName: `Ada ${contact.lastName}`,
          isSubscribed: true,
          handles: [handle],
          labels: [{ id: label.id, name: label.name, color: '#7C3AED' }],
          attributes: [
            {
              id: attribute.id,
              externalId: attribute.externalId,
              name: attribute.name,
              type: 'text',
              value: 'Berlin',
            },
          ],
          phoneNumber: contact.phoneNumber,
          email: null,
          chats: [{ id: chat.id, channelId: channel.id, status: 'open' }],
          metadata: {},
        },
        handleId: contact.handle.id,
        handle,
        latestMessage: {
          id: message.id,
          vendorId: message.vendorId,
          sender: 'inbound',
          type: 'text',
          timestamp: '2026-10-14T09:30:00.000Z',
          text: message.text,
          attachments: [],
        },
        assignedUserId: null,
        assignedTeamId: null,
        isSensitive: false,
      },
    });
  });

  it('gives every value that a chat can have', async () => {
    const contact = await createContact(stage.database, world.tenant.id, {
      metadata: { tier: { level: 3 } },
    });
    const chat = await createChat(stage.database, world.tenant.id, {
      contactId: contact.id,
      handleId: contact.handle.id,
      status: 'snoozed',
      isUnread: true,
      unreadCount: 7,
      openUntil: new Date('2026-10-15T09:30:00.120Z'),
      assignedUserId: 'user-1',
      assignedTeamId: 'team-1',
      isSensitive: true,
    });
    const attachment = {
      type: 'image',
      url: 'https://partner.example/a.png',
      name: 'a.png',
      contentType: 'image/png',
      size: 12,
    };
    await createMessage(stage.database, chat, {
      sender: 'outbound',
      type: 'image',
      text: null,
      vendorId: null,
      attachments: [attachment],
    });
    const { body } = expectStatus(
      await stage.v3.call('getChat', { params: { chatId: chat.id }, token }),
      200,
    );
    expect(body.data).toMatchObject({
      status: 'snoozed',
      isUnread: true,
      unreadCount: 7,
      openUntil: '2026-10-15T09:30:00.120Z',
      assignedUserId: 'user-1',
      assignedTeamId: 'team-1',
      isSensitive: true,
      contact: { metadata: { tier: { level: 3 } } },
      latestMessage: {
        sender: 'outbound',
        type: 'image',
        text: null,
        vendorId: null,
        attachments: [attachment],
      },
    });
  });

  it('gives null as the latest message of a chat without any', async () => {
    const { id } = await createChat(stage.database, world.tenant.id);
    const { body } = expectStatus(await stage.v3.call('getChat', { params: { chatId: id }, token }), 200);
    expect(body.data.latestMessage).toBeNull();
  });

  it.each([
    [{ firstName: 'Ada', lastName: null }, 'Ada', 'Ada'],
    [{ firstName: null, lastName: null, phoneNumber: '+4915112345678' }, '', '+4915112345678'],
    [{ firstName: null, lastName: null, phoneNumber: null, email: 'ada@example.com' }, '', 'ada@example.com'],
    [{ firstName: '', lastName: '', phoneNumber: null, email: null }, '', 'Unknown'],
  ])('names a contact %j by what is known', async (values, fullName, displayName) => {
    const contact = await createContact(stage.database, world.tenant.id, values);
    const parties = { contactId: contact.id, handleId: contact.handle.id };
    const chat = await createChat(stage.database, world.tenant.id, parties);
    const { body } = expectStatus(
      await stage.v3.call('getChat', { params: { chatId: chat.id }, token }),
      200,
    );
    expect(body.data.contact).toMatchObject({ fullName, displayName });
  });
});

describe('getChat 404', () => {
  it('chat_not_found once it was deleted', async () => {
    const params = { chatId: world.chat.id };
    expectStatus(await stage.v3.call('deleteChat', { params, token }), 200);
    const { body } = expectStatus(await stage.v3.call('getChat', { params, token }), 404);
    expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
  });
});

describe('deleteChat 200', () => {
  it('deletes the chat with its messages and nothing else', async () => {
    const params = { chatId: world.chat.id };
    const before = await snapshotTenant(stage.database, world.tenant.id);
    const { body } = expectStatus(await stage.v3.call('deleteChat', { params, token }), 200);
    expect(body.data).toEqual({ deletedIds: [world.chat.id], notFoundIds: [] });
    const after = await snapshotTenant(stage.database, world.tenant.id);
    expect(after).toEqual({ ...before, chats: [], messages: [] });
  });

  it('says that it was not found the second time', async () => {
    const params = { chatId: world.chat.id };
    await stage.v3.call('deleteChat', { params, token });
    const { body } = expectStatus(await stage.v3.call('deleteChat', { params, token }), 200);
    expect(body.data).toEqual({ deletedIds: [], notFoundIds: [world.chat.id] });
  });
});

describe('changeChatStatus 200', () => {
  it('opens the chat without a body, moves updatedAt, and tells it', async () => {
    await closeChat();
    stage.clock.advance(1_500);
    const answer = await stage.v3.call('changeChatStatus', { params: { chatId: world.chat.id }, token });
    const { body } = expectStatus(answer, 200);
    expect(body.data).toMatchObject({ status: 'open', updatedAt: '2026-10-15T09:30:01.500Z' });
    expect(body.data.contact.chats).toEqual([expect.objectContaining({ status: 'open' })]);
    expect(await reload(world.chat)).toMatchObject({ status: 'open', updatedAt: stage.clock.now() });
    const events = await findEvents(stage.database, { chatId: world.chat.id });
    expect(events.at(-1)).toEqual({
      type: 'chat.updated',
      data: body.data,
      deliveries: { [world.webhook.id]: 'chat.updated' },
    });
  });

  it('sets each status', async () => {
    for (const status of ['closed', 'snoozed', 'closed', 'open', 'snoozed', 'open'] as const) {
      const { body } = expectStatus(await change({ status }), 200);
      expect(body.data.status).toBe(status);
      expect((await reload(world.chat)).status).toBe(status);
    }
    expect(await findEvents(stage.database, { chatId: world.chat.id })).toHaveLength(6);
  });

  it('changes nothing, tells nobody and runs nothing when the chat has the status already', async () => {
    await createAutomation(stage.database, world.tenant.id, { triggerType: 'chat_opened' });
    const before = await snapshotTenant(stage.database, world.tenant.id);
    stage.clock.advance(1_000);
    const { body } = expectStatus(await change({ triggerAutomations: true }), 200);
    expect(body.data).toMatchObject({ id: world.chat.id, status: 'open' });
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });

  it('tells active webhooks of the type and the channel, and no others', async () => {
    const { database } = stage;
    const { id: tenantId } = world.tenant;
    const { id: elsewhere } = await createChannel(database, tenantId);
    const [byType, byChannel] = [
      await createWebhook(database, tenantId, { events: [{ type: 'chat.updated' }] }),
      await createWebhook(database, tenantId, { events: [{ channelIds: [elsewhere, world.channel.id] }] }),
    ];
    await createWebhook(database, tenantId, { events: [{ type: 'contact.updated' }] });
    await createWebhook(database, tenantId, { events: [{ channelIds: [elsewhere] }] });
    await createWebhook(database, tenantId, { status: 'inactive' });
    await createWebhook(database, tenantId, { status: 'disabled' });
    expectStatus(await change({ status: 'closed' }), 200);
    const [event] = await findEvents(database, { chatId: world.chat.id });
    const told = [world.webhook.id, byType.id, byChannel.id];
    expect(event?.deliveries).toEqual(Object.fromEntries(told.map((id) => [id, 'chat.updated'])));
  });

  it('with triggerAutomations runs the active automations for this change and channel, and no others', async () => {
    const { database } = stage;
    const { id: tenantId } = world.tenant;
    const { id: elsewhere } = await createChannel(database, tenantId);
    const create = (values: Parameters<typeof createAutomation>[2]) =>
      createAutomation(database, tenantId, values);
    const everywhere = await create({ triggerType: 'chat_closed' });
    const here = await create({ triggerType: 'chat_closed', triggerChannelId: world.channel.id });
    await create({ triggerType: 'chat_closed', triggerChannelId: elsewhere });
    await create({ triggerType: 'chat_closed', status: 'inactive' });
    await create({ triggerType: 'chat_closed', status: 'draft' });
    await create({ triggerType: 'chat_opened' });
    expectStatus(await change({ status: 'closed', triggerAutomations: true }), 200);
    const runs = await findRuns();
    expect(runs.map(({ automationId }) => automationId).sort()).toEqual([everywhere.id, here.id].sort());
    for (const run of runs) {
      expect(run).toMatchObject({
        status: 'scheduled',
        contactId: world.contact.id,
        chatId: world.chat.id,
        scheduledAt: stage.clock.now(),
      });
      expect(await findJobs(database, 'run-automation', run.id)).toHaveLength(1);
    }
  });

  it('runs no automation unless asked, and none for a snooze', async () => {
    await createAutomation(stage.database, world.tenant.id, { triggerType: 'chat_closed' });
    await createAutomation(stage.database, world.tenant.id, { triggerType: 'chat_opened' });
    expectStatus(await change({ status: 'closed' }), 200);
    expectStatus(await change({ status: 'snoozed', triggerAutomations: true }), 200);
    expectStatus(await change({ status: 'open', triggerAutomations: false }), 200);
    expect(await findRuns()).toEqual([]);
  });

  it('snoozes until a moment, with a job that ends it; opening forgets it', async () => {
    const answer = await change({ status: 'snoozed', snoozedUntil: '2026-10-16T10:00:00+02:00' });
    expect(expectStatus(answer, 200).body.data.status).toBe('snoozed');
    const until = '2026-10-16T08:00:00.000Z';
    expect(await reload(world.chat)).toMatchObject({ status: 'snoozed', snoozedUntil: new Date(until) });
    const jobs = await findJobs(stage.database, 'end-snooze', world.chat.id);
    expect(jobs).toEqual([{ payload: { tenantId: world.tenant.id, chatId: world.chat.id }, runAt: until }]);
    expectStatus(await change({ status: 'open' }), 200);
    expect(await reload(world.chat)).toMatchObject({ status: 'open', snoozedUntil: null });
  });

  it('moves the end of a snooze; without one it lasts until the next inbound message', async () => {
    expectStatus(await change({ status: 'snoozed', snoozedUntil: '2026-10-16T08:00:00Z' }), 200);
    expectStatus(await change({ status: 'snoozed', snoozedUntil: '2026-10-17T08:00:00Z' }), 200);
    const moved = new Date('2026-10-17T08:00:00Z');
    expect((await reload(world.chat)).snoozedUntil).toEqual(moved);
    expectStatus(await change({ status: 'snoozed' }), 200);
    expect((await reload(world.chat)).snoozedUntil).toEqual(moved);
    expectStatus(await change({ status: 'snoozed', snoozedUntil: null }), 200);
    expect(await reload(world.chat)).toMatchObject({ status: 'snoozed', snoozedUntil: null });
    expect(await findJobs(stage.database, 'end-snooze', world.chat.id)).toHaveLength(1);
  });
});

describe('changeChatStatus 400', () => {
  it.each([
    [{ status: 'OPEN' }, { status: 'invalid_enum_value' }],
    [{ status: null }, { status: 'invalid_type' }],
    [{ triggerAutomations: 'yes' }, { triggerAutomations: 'invalid_type' }],
    [{ status: 'snoozed', snoozedUntil: 'tomorrow' }, { snoozedUntil: 'invalid_date' }],
    [{ status: 'snoozed', snoozedUntil: '2026-02-30T00:00:00Z' }, { snoozedUntil: 'invalid_date' }],
    [{ status: 'snoozed', snoozedUntil: startTime }, { snoozedUntil: 'too_small' }],
    [{ status: 'closed', snoozedUntil: '2026-10-16T08:00:00Z' }, { snoozedUntil: 'unrecognized_keys' }],
    [{ snoozedUntil: '2026-10-16T08:00:00Z' }, { snoozedUntil: 'unrecognized_keys' }],
    [
      { status: 1, triggerAutomations: 1, snoozedUntil: 1, note: 1 },
      {
        status: 'invalid_type',
        triggerAutomations: 'invalid_type',
        snoozedUntil: 'invalid_type',
        note: 'unrecognized_keys',
      },
    ],
  ])('for %j; nothing happens', async (wrongBody, expected) => {
    const before = await snapshotTenant(stage.database, world.tenant.id);
    const params = { chatId: world.chat.id };
    const answer = await stage.v3.call('changeChatStatus', { params, wrongBody, token });
    expect(faultKeys(answer)).toEqual(expected);
    expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
  });
});

describe('changeChatStatus 404', () => {
  it('chat_not_found, and no event', async () => {
    const params = { chatId: world.contact.id };
    const { body } = expectStatus(await stage.v3.call('changeChatStatus', { params, token }), 404);
    expect(body.error).toEqual({ messageKey: 'chat_not_found', message: 'Chat not found' });
    expect(await stage.database.prisma.event.count({ where: { tenantId: world.tenant.id } })).toBe(0);
  });
});

function change(body: components['schemas']['ChatStatusChange']) {
  return stage.v3.call('changeChatStatus', { params: { chatId: world.chat.id }, body, token });
}

async function closeChat(): Promise<void> {
  expectStatus(await change({ status: 'closed' }), 200);
}

function reload({ tenantId, id }: Chat): Promise<Chat> {
  return stage.database.prisma.chat.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

function findRuns() {
  return stage.database.prisma.automationRun.findMany({ where: { tenantId: world.tenant.id } });
}
