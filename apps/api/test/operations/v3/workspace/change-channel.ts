import { describe, expect, it } from '@jest/globals';
import {
  createAutomation,
  createCampaign,
  createChannel,
  createChat,
  createMessage,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import { channelCalls, type Schemas, whatsapp } from './channel-calls.js';

export function describeChannelChange(stage: Stage): void {
  const { create, findStored } = channelCalls(stage);

  describe('updateChannel 200', () => {
    const update = async (channelId: string, body: Schemas['ChannelUpdate']) =>
      expectStatus(await stage.v3.call('updateChannel', { params: { channelId }, body }), 200).body.data;

    it('keeps omitted fields, and omitted secrets one by one', async () => {
      const { id } = await create(whatsapp);
      stage.clock.advance(1_000);
      expect(await update(id, { name: 'WhatsApp Hamburg' })).toMatchObject({
        name: 'WhatsApp Hamburg',
        settings: whatsapp.settings,
        createdAt: startTime,
        updatedAt: '2026-10-15T09:30:01.000Z',
      });
      expect(await findStored(id)).toMatchObject({ secrets: whatsapp.secrets });
      await update(id, { secrets: { accessToken: 'renewed' } });
      expect(await findStored(id)).toMatchObject({
        secrets: { ...whatsapp.secrets, accessToken: 'renewed' },
      });
      expect((await update(id, { settings: { phoneNumberId: '42' } })).settings).toEqual({
        phoneNumberId: '42',
      });
      stage.clock.advance(1_000);
      expect((await update(id, {})).updatedAt).toBe('2026-10-15T09:30:01.000Z');
    });

    it('removes an optional secret', async () => {
      const { id } = await create({
        type: 'email',
        provider: 'email',
        name: 'Support',
        settings: { host: 'smtp.partner.example', from: 'support@partner.example' },
        secrets: { ingressSecret: 'at least 16 characters', password: 'old' },
      });
      expect((await update(id, { secrets: { password: null } })).secretNames).toEqual(['ingressSecret']);
      expect(await findStored(id)).toMatchObject({ secrets: { ingressSecret: 'at least 16 characters' } });
    });
  });

  describe('updateChannel 400; nothing changes', () => {
    it.each<[string, Schemas['ChannelUpdate'], Record<string, string>]>([
      [
        'settings without a required one',
        { name: 'B', settings: {} },
        { 'settings.phoneNumberId': 'invalid_type' },
      ],
      [
        'removal of a required secret',
        { secrets: { appSecret: null } },
        { 'secrets.appSecret': 'invalid_type' },
      ],
      ['an unknown secret', { secrets: { pin: '1234' } }, { 'secrets.pin': 'unrecognized_keys' }],
    ])('%s', async (_, body, errors) => {
      const { id } = await create(whatsapp);
      const before = await findStored(id);
      expect(errorKeys(await stage.v3.call('updateChannel', { params: { channelId: id }, body }))).toEqual(
        errors,
      );
      expect(await findStored(id)).toEqual(before);
    });

    it('another type or provider', async () => {
      const params = { channelId: stage.own.channel.id };
      const wrongBody = { type: 'sms', provider: 'sms' };
      expect(errorKeys(await stage.v3.call('updateChannel', { params, wrongBody }))).toEqual({
        type: 'unrecognized_keys',
        provider: 'unrecognized_keys',
      });
    });
  });

  describe.each(['getChannel', 'updateChannel'] as const)('%s 404', (operationId) => {
    it('channel_not_found', async () => {
      const params = { channelId: stage.own.chat.id };
      const { body } = expectStatus(await stage.v3.call(operationId, { params, body: {} }), 404);
      expect(body.error).toEqual({ messageKey: 'channel_not_found', message: 'Channel not found' });
    });
  });

  describe('deleteChannel 200', () => {
    it('deletes chats, messages and campaigns too; contacts, automations and other channels stay', async () => {
      const { database, tenantId } = stage;
      const { prisma } = database;
      const channel = await createChannel(database, tenantId);
      const chat = await createChat(database, tenantId, { channelId: channel.id });
      await createMessage(database, chat);
      await createMessage(database, chat, { sender: 'outbound', status: 'pending' });
      const automation = await createAutomation(database, tenantId, { triggerChannelId: channel.id });
      await createCampaign(database, tenantId, {
        channelId: channel.id,
        automationId: automation.id,
        status: 'running',
      });
      const params = { channelId: channel.id };
      const deletion = expectStatus(await stage.v3.call('deleteChannel', { params }), 200);
      expect(deletion.body.data).toEqual({ deletedIds: [channel.id], notFoundIds: [] });
      expect(await prisma.chat.count({ where: { channelId: channel.id } })).toBe(0);
      expect(await prisma.message.count({ where: { channelId: channel.id } })).toBe(0);
      expect(await prisma.campaign.count({ where: { channelId: channel.id } })).toBe(0);
      expect(await prisma.contact.count({ where: { id: chat.contactId } })).toBe(1);
      expect(await prisma.automation.count({ where: { id: automation.id } })).toBe(1);
      expect(await prisma.event.count({ where: { channelId: channel.id } })).toBe(0);
      const call = { token: stage.token, wrongBody: { from: '+4930123456', text: 'Hello?' } };
      expect((await stage.send('POST', `/ingress/${channel.id}`, call)).status).toBe(404);
      expect((await stage.send('POST', `/ingress/${stage.own.channel.id}`, call)).status).toBe(200);
      const again = expectStatus(await stage.v3.call('deleteChannel', { params }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [channel.id] });
    });

    it('works while messages arrive: everything is deleted in the end, and nothing fails', async () => {
      const { id } = await create({ type: 'whatsapp', name: 'Busy' });
      const call = (number: number) =>
        stage.send('POST', `/ingress/${id}`, {
          token: stage.token,
          wrongBody: { from: `+491510000${number}`, text: 'Hello' },
        });
      const numbers = Array.from({ length: 20 }, (_, index) => 1_000 + (index % 4));
      const [deletion, ...calls] = await Promise.all([
        call(9_999).then(() => stage.v3.call('deleteChannel', { params: { channelId: id } })),
        ...numbers.map(call),
      ]);
      expect(deletion.status).toBe(200);
      for (const { status } of calls) expect([200, 404]).toContain(status);
      expect(await stage.database.prisma.chat.count({ where: { channelId: id } })).toBe(0);
    });
  });

  describe('searchChannels 200', () => {
    it('filters by type and provider, and sorts', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      for (const [name, type, provider] of [
        ['Berlin', 'whatsapp', 'whatsapp'],
        ['Trial', 'whatsapp', 'sandbox'],
        ['Support', 'email', 'email'],
      ] as const) {
        await createChannel(stage.database, tenant.id, { name, type, provider });
      }
      const namesOf = async (body: Schemas['SearchRequest']) =>
        expectStatus(await stage.v3.call('searchChannels', { body, token }), 200).body.data.map(
          ({ name }) => name,
        );
      expect(await namesOf({ query: 'eq(type,whatsapp)', sortBy: 'name' })).toEqual(['Berlin', 'Trial']);
      expect(await namesOf({ query: 'in(provider,sandbox,email)', sortBy: 'provider' })).toEqual([
        'Trial',
        'Support',
      ]);
      expect(await namesOf({ query: 'eq(provider,telegram)' })).toEqual([]);
      expect(await namesOf({ search: 'sup' })).toEqual(['Support']);
    });
  });
}
