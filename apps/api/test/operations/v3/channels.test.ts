import { describe, expect, it } from '@jest/globals';
import { channelAdapters } from '@parley/channels';
import { v3Document } from '@parley/contract/documents';
import type { components } from '@parley/contract/v3';
import { channelProviders } from '@parley/core';
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
import { faultKeys, invalid } from '../support/failures.js';
import { snapshotTenant } from '../support/snapshot-tenant.js';
import { startTime } from '../support/start-stage.js';
import { useStage } from '../support/use-stage.js';

const stage = useStage();

type Schemas = components['schemas'];

const whatsapp = {
  type: 'whatsapp',
  provider: 'whatsapp',
  name: 'WhatsApp Berlin',
  settings: { phoneNumberId: '106540352242922', messagesPerSecond: 20 },
  secrets: { accessToken: 'EAAJB-token', appSecret: 'of-the-app', verifyToken: 'chosen by us' },
} as const;

async function create(body: Schemas['ChannelCreate']): Promise<Schemas['Channel']> {
  return expectStatus(await stage.v3.call('createChannel', { body }), 200).body.data;
}

function findStored(id: string) {
  return stage.database.prisma.channel.findFirstOrThrow({ where: { id } });
}

describe('createChannel 200', () => {
  it('keeps settings and secrets, and tells of the secrets only their names', async () => {
    const answer = expectStatus(await stage.v3.call('createChannel', { body: whatsapp }), 200);
    const { data } = answer.body;
    expect(data).toEqual({
      id: expect.any(String),
      createdAt: startTime,
      updatedAt: startTime,
      type: 'whatsapp',
      provider: 'whatsapp',
      name: 'WhatsApp Berlin',
      settings: whatsapp.settings,
      secretNames: ['accessToken', 'appSecret', 'verifyToken'],
      ingressUrl: `http://localhost:3000/ingress/${data.id}`,
    });
    expect(await findStored(data.id)).toMatchObject({
      tenantId: stage.tenantId,
      settings: whatsapp.settings,
      secrets: whatsapp.secrets,
    });
    const params = { channelId: data.id };
    const shown = expectStatus(await stage.v3.call('getChannel', { params }), 200).body.data;
    expect(shown).toEqual(data);
  });

  it('is in the sandbox, unless told', async () => {
    expect(await create({ type: 'instagram', name: 'Trial' })).toMatchObject({
      type: 'instagram',
      provider: 'sandbox',
      settings: {},
      secretNames: [],
    });
  });

  it('takes every example of the document', async () => {
    const { requestBody } = Object(v3Document.paths['/channels']).post;
    const { examples } = requestBody.content['application/json'];
    const values = Object.values<{ value: Schemas['ChannelCreate'] }>(examples);
    expect(values.length).toBeGreaterThanOrEqual(3);
    for (const { value } of values) expectStatus(await stage.v3.call('createChannel', { body: value }), 200);
  });

  it('never tells a secret: not in an answer, not in a search, not in the log, not under an idempotency key', async () => {
    const headers = { 'idempotency-key': 'channel-1' };
    const first = expectStatus(await stage.v3.call('createChannel', { body: whatsapp, headers }), 200);
    const again = expectStatus(await stage.v3.call('createChannel', { body: whatsapp, headers }), 200);
    const found = expectStatus(await stage.v3.call('searchChannels', { body: {} }), 200);
    const faulty = { ...whatsapp, settings: {}, secrets: { ...whatsapp.secrets, accessTokn: 'EAAJB-token' } };
    const refused = expectStatus(await stage.v3.call('createChannel', { body: faulty }), 400);
    const { idempotency_keys: keys } = await snapshotTenant(stage.database, stage.tenantId);
    const told = JSON.stringify([first, again, found, refused, stage.logs, keys]);
    for (const secret of Object.values(whatsapp.secrets)) expect(told).not.toContain(secret);
  });
});

describe('createChannel 400; nothing is made', () => {
  it.each<[string, Schemas['ChannelCreate'], Record<string, string>]>([
    [
      'everything is missing',
      { type: 'whatsapp', provider: 'whatsapp', name: 'A' },
      {
        'settings.phoneNumberId': 'invalid_type',
        'secrets.accessToken': 'invalid_type',
        'secrets.appSecret': 'invalid_type',
        'secrets.verifyToken': 'invalid_type',
      },
    ],
    [
      'values are of no use',
      {
        ...whatsapp,
        settings: {
          phoneNumberId: '+49 30 1234',
          baseUrl: 'javascript:alert(1)',
          apiVersion: 21,
          messagesPerSecond: 0,
        },
        secrets: { ...whatsapp.secrets, appSecret: '' },
      },
      {
        'settings.phoneNumberId': 'invalid_string',
        'settings.baseUrl': 'invalid_string',
        'settings.apiVersion': 'invalid_type',
        'settings.messagesPerSecond': 'too_small',
        'secrets.appSecret': 'too_small',
      },
    ],
    [
      'names are of another provider',
      { type: 'sms', name: 'A', settings: { phoneNumberId: '1' }, secrets: { password: 'x' } },
      { 'settings.phoneNumberId': 'unrecognized_keys', 'secrets.password': 'unrecognized_keys' },
    ],
    [
      'a mail server is none',
      {
        type: 'email',
        provider: 'email',
        name: 'A',
        settings: { host: 'not a host', from: 'nobody', port: 70_000, secure: 'yes' },
        secrets: { ingressSecret: 'short' },
      },
      {
        'settings.host': 'invalid_string',
        'settings.from': 'invalid_string',
        'settings.port': 'too_big',
        'settings.secure': 'invalid_type',
        'secrets.ingressSecret': 'too_small',
      },
    ],
  ])('%s', async (_, body, faults) => {
    const before = await snapshotTenant(stage.database, stage.tenantId);
    expect(faultKeys(await stage.v3.call('createChannel', { body }))).toEqual(faults);
    expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
  });

  it('a provider that does not carry the type', async () => {
    const body = { ...whatsapp, type: 'sms' } as const;
    const refused = expectStatus(await stage.v3.call('createChannel', { body }), 400);
    const message = 'The provider whatsapp carries whatsapp, not sms';
    expect(refused.body).toEqual(invalid({ provider: { key: 'invalid_enum_value', message } }));
  });

  it.each([
    [
      { type: 'fax', provider: 'post', name: '' },
      { type: 'invalid_enum_value', provider: 'invalid_enum_value', name: 'too_small' },
    ],
    [
      { ...whatsapp, settings: { phoneNumberId: null }, secrets: { appSecret: 1 } },
      { 'settings.phoneNumberId': 'invalid_type', 'secrets.appSecret': 'invalid_type' },
    ],
    [
      { ...whatsapp, settings: [], secrets: 'x' },
      { settings: 'invalid_type', secrets: 'invalid_type' },
    ],
    [{ ...whatsapp, settings: { phoneNumberId: 'a\0b' } }, { 'settings.phoneNumberId': 'invalid_string' }],
  ])('for %#', async (wrongBody, faults) => {
    expect(faultKeys(await stage.v3.call('createChannel', { wrongBody }))).toEqual(faults);
  });
});

describe('the description of createChannel', () => {
  const description = String(Object(v3Document.paths['/channels']).post.description);

  it('lists the types, settings and secrets of every provider, the required ones in bold', () => {
    const rows = channelAdapters.map(({ provider, channelTypes, settingsSchema, secretsSchema }) => {
      const types = channelTypes.length === 4 ? 'every type' : channelTypes.map(quote).join(', ');
      return [quote(provider), types, listNames(settingsSchema), listNames(secretsSchema)];
    });
    const described = description
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim()));
    expect(described.map(sortNames)).toEqual(rows.map(sortNames));
    expect(channelAdapters.map(({ provider }) => provider)).toEqual(channelProviders);
  });

  function quote(name: string): string {
    return `\`${name}\``;
  }

  function listNames({ required, properties }: (typeof channelAdapters)[number]['settingsSchema']): string {
    const names = Object.keys(properties).map((name) =>
      required.includes(name) ? `**${quote(name)}**` : quote(name),
    );
    return names.join(', ');
  }

  function sortNames(cells: readonly string[]): string[][] {
    return cells.map((cell) => cell.split(', ').sort());
  }
});

describe('updateChannel 200', () => {
  const update = async (channelId: string, body: Schemas['ChannelUpdate']) =>
    expectStatus(await stage.v3.call('updateChannel', { params: { channelId }, body }), 200).body.data;

  it('leaves what is left out, and secrets one by one', async () => {
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
    expect(await findStored(id)).toMatchObject({ secrets: { ...whatsapp.secrets, accessToken: 'renewed' } });
    expect((await update(id, { settings: { phoneNumberId: '42' } })).settings).toEqual({
      phoneNumberId: '42',
    });
    stage.clock.advance(1_000);
    expect((await update(id, {})).updatedAt).toBe('2026-10-15T09:30:01.000Z');
    stage.clock.set(startTime);
  });

  it('removes a secret that the provider can do without', async () => {
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

describe('updateChannel 400; nothing is changed', () => {
  it.each<[string, Schemas['ChannelUpdate'], Record<string, string>]>([
    [
      'settings without one that is needed',
      { name: 'B', settings: {} },
      { 'settings.phoneNumberId': 'invalid_type' },
    ],
    ['a secret that is needed', { secrets: { appSecret: null } }, { 'secrets.appSecret': 'invalid_type' }],
    ['a secret that nobody knows', { secrets: { pin: '1234' } }, { 'secrets.pin': 'unrecognized_keys' }],
  ])('%s', async (_, body, faults) => {
    const { id } = await create(whatsapp);
    const before = await findStored(id);
    expect(faultKeys(await stage.v3.call('updateChannel', { params: { channelId: id }, body }))).toEqual(
      faults,
    );
    expect(await findStored(id)).toEqual(before);
  });

  it('another type or provider', async () => {
    const params = { channelId: stage.own.channel.id };
    const wrongBody = { type: 'sms', provider: 'sms' };
    expect(faultKeys(await stage.v3.call('updateChannel', { params, wrongBody }))).toEqual({
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
  it('takes chats, messages and campaigns with it; contacts, automations and other channels stay', async () => {
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

  it('and messages that come in meanwhile get along: all of it is gone in the end, and nothing fails', async () => {
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
