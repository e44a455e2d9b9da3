import { beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createFile, createLabel, createWorld, tokenOf, type World } from '@parley/testkit';
import { createFullChat } from './support/create-full-chat.js';
import { everyOperation } from './support/every-operation.js';
import { expectChat, expectContact, expectFields } from './support/expect-fields.js';
import {
  attributeFields,
  automationFields,
  broadcastFields,
  legacyWebhookFields,
  webhookFields,
} from './support/specified-fields.js';
import { useStage } from './support/use-stage.js';

// A client that was written from the published specification alone: plain requests with only the paths, headers and
// body fields that it names. A field is sent if the specification does not say whether it is required.

const stage = useStage();
let world: World;
let token: string;
let chatId: string;
const called = new Set<string>();

beforeEach(async () => {
  world = await createWorld(stage.database);
  token = await tokenOf(world.key);
  chatId = await createFullChat(stage.database, world);
});

async function send(method: string, path: string, body?: unknown) {
  const { status, headers, text } = await stage.send(method, path, {
    token,
    ...(body !== undefined && { wrongBody: body }),
  });
  const response = JSON.parse(text);
  expect({ status, success: response.success, type: headers['content-type'] }).toEqual({
    status: 200,
    success: true,
    type: expect.stringMatching(/^application\/json/),
  });
  note(method, path);
  return response;
}

function note(method: string, path: string): void {
  const found = everyOperation.find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^/${operation.version}${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  called.add(found?.name ?? `${method} ${path}`);
}

function expectDeleted(response: { data: unknown }, id: string): void {
  expect(response).toEqual({ success: true, data: { deletedIds: [id], notFoundIds: [] } });
}

describe('a client that knows only the specification, in v3', () => {
  it('GET /chats/{chatId}', async () => {
    expectChat((await send('GET', `/v3/chats/${chatId}`)).data);
  });

  it('DELETE /chats/{chatId}', async () => {
    expectDeleted(await send('DELETE', `/v3/chats/${chatId}`), chatId);
  });

  it('POST /chats/{chatId}/status', async () => {
    for (const body of [{ triggerAutomations: true }, { triggerAutomations: false }, {}]) {
      const { data } = await send('POST', `/v3/chats/${chatId}/status`, body);
      expectChat(data);
      expect(data.status).toBe('open');
    }
  });

  it('POST /contacts/{contactId}/labels', async () => {
    const label = await createLabel(stage.database, world.tenant.id);
    const { contactId } = await stage.database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    const { data } = await send('POST', `/v3/contacts/${contactId}/labels`, { labels: [{ id: label.id }] });
    expectContact(data);
    expect(data.labels).toHaveLength(1);
  });

  it('POST /automations/{automationId}/trigger', async () => {
    const path = `/v3/automations/${world.automation.id}/trigger`;
    const contactId = world.contact.id;
    expect(await send('POST', path, { contactId })).toEqual({ success: true });
    const variables = { code: 'SPRING' };
    const scheduledAt = '2026-10-20T09:30:00.000Z';
    expect(await send('POST', path, { contactId, variables, scheduledAt })).toEqual({ success: true });
  });

  it('POST /automations/search', async () => {
    await createAutomation(stage.database, world.tenant.id, { triggerChannelId: world.channel.id });
    const first = await send('POST', '/v3/automations/search', {});
    expect(first.pagination).toEqual({ page: 0, limit: 10, total: 2 });
    const asked = {
      query: `eq(activeVersionTriggerParametersChannelId,"${world.channel.id}")`,
      sortBy: 'name',
      search: 'automation',
    };
    const found = await send('POST', '/v3/automations/search', asked);
    expect(found.query).toEqual(asked);
    expect(found.data).toHaveLength(1);
    expectFields(found.data[0], automationFields);
  });

  it('PUT /api_webhooks/{webhookId}', async () => {
    const events = [{ scopes: [{ type: 'channel', ids: [world.channel.id] }] }];
    const url = 'https://partner.example/hooks';
    const { data } = await send('PUT', `/v3/api_webhooks/${world.webhook.id}`, { url, events });
    expectFields(data, webhookFields);
    expect(data).toMatchObject({ url, status: 'active', events });
  });

  it('DELETE /api_webhooks/{webhookId}', async () => {
    expectDeleted(await send('DELETE', `/v3/api_webhooks/${world.webhook.id}`), world.webhook.id);
  });

  it('DELETE /message_templates/{messageTemplateId}', async () => {
    const { id } = world.messageTemplate;
    expectDeleted(await send('DELETE', `/v3/message_templates/${id}`), id);
  });

  it('GET /files/{fileId}/public_url', async () => {
    const { id } = await createFile(stage.database, world.tenant.id);
    const { data } = await send('GET', `/v3/files/${id}/public_url`);
    expect(data).toEqual({ publicUrl: expect.stringMatching(/^http/) });
  });
});

describe('a client that knows only the specification, in v2', () => {
  it('GET, POST, PUT and DELETE /api_webhooks', async () => {
    const url = 'https://partner.example/hooks';
    const created = await send('POST', '/v2/api_webhooks', {
      tenantId: world.tenant.id,
      type: 'EMAIL_MESSAGE_STATUS',
      url,
      channelId: world.channel.id,
    });
    expectFields(created.data, legacyWebhookFields);
    const { id } = created.data;
    const updated = await send('PUT', `/v2/api_webhooks/${id}`, { url: `${url}/2`, isActive: false });
    expectFields(updated.data, legacyWebhookFields);
    expect(updated.data).toMatchObject({ url: `${url}/2`, isActive: false });
    const { data } = await send('GET', '/v2/api_webhooks');
    for (const webhook of data) expectFields(webhook, legacyWebhookFields);
    expect(data).toContainEqual(updated.data);
    expectDeleted(await send('DELETE', `/v2/api_webhooks/${id}`), id);
  });

  it('GET, POST and DELETE /attributes', async () => {
    const { data: plain } = await send('POST', '/v2/attributes', { name: 'City', externalId: 'city' });
    const { externalId: _, description: __, ...required } = attributeFields;
    expectFields(plain, required);
    const { data: full } = await send('POST', '/v2/attributes', {
      name: 'Size',
      externalId: 'size_2',
      description: 'Of the shoe',
      isVisibleQuickEdit: true,
      isVisibleContactsTable: true,
      isVisibleContactCreate: true,
    });
    expectFields(full, attributeFields);
    const { data } = await send('GET', '/v2/attributes');
    expect(data).toEqual(expect.arrayContaining([plain, full]));
    expectDeleted(await send('DELETE', `/v2/attributes/${full.id}`), full.id);
  });

  it('GET and POST /{channelId}/broadcasts', async () => {
    const path = `/v2/${world.channel.id}/broadcasts`;
    const plain = await send('POST', path, { name: 'Plain', workflowId: world.automation.id });
    const { scheduledAt: _, recurrenceRules: __, variables: ___, ...required } = broadcastFields;
    expectFields(plain.data, required);
    const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
    const workflow = await createAutomation(stage.database, world.tenant.id, { steps });
    const full = await send('POST', path, {
      name: 'Full',
      workflowId: workflow.id,
      isScheduled: true,
      scheduledAt: '2026-10-20T09:30:00.000Z',
      isReoccurring: true,
      recurrenceRules: ['FREQ=WEEKLY'],
      messageTemplateId: world.messageTemplate.id,
      contacts: [
        { firstName: null, lastName: null, email: null, phoneNumber: '+4915100000002' },
        { email: 'ada@example.com', phoneNumber: null },
        {
          firstName: 'Grace',
          lastName: 'Hill',
          email: 'grace@example.com',
          phoneNumber: '+4915100000001',
          attributes: [{ externalId: world.attribute.externalId, value: 'Bonn' }],
          labels: [{ name: 'VIP' }],
        },
      ],
      variables: [{ name: 'code', value: 'SPRING' }],
    });
    expectFields(full.data, broadcastFields);
    const { data } = await send('GET', path);
    expect(data.broadcasts).toEqual(expect.arrayContaining([plain.data, full.data]));
  });
});

describe('the calls of the client', () => {
  it('covers every operation of the specification', () => {
    const specified = everyOperation.filter(({ extension }) => !extension);
    expect([...called].sort()).toEqual(specified.map(({ name }) => name).sort());
  });
});
