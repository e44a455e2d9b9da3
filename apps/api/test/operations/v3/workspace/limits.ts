import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { countWaitingJobs, type Limits } from '@parley/core';
import { createTenant, createToken, createWebhook, createWorld, tokenOf } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';

/** Each limit of a workspace, with the operation that would exceed it. */
export function describeLimits(stage: Stage): void {
  async function join(limitOverrides: Partial<Limits>) {
    const tenant = await createTenant(stage.database, { limitOverrides });
    const token = await createToken(stage.database, tenant.id);
    return { tenantId: tenant.id, clients: stage.clientsOf(token) };
  }

  const refused = (status: number, limit: keyof Limits, maximum: number) => ({
    status,
    body: {
      success: false,
      error: {
        messageKey: expect.stringMatching(/_limit_reached$/),
        limit,
        maximum,
        detail: expect.any(String),
      },
    },
  });

  const automation = {
    name: 'A',
    trigger: { type: 'manual' as const },
    steps: [{ type: 'wait' as const, seconds: 1 }],
  };

  describe('createAutomation 409 when the workspace has reached its limit', () => {
    it('is exact for concurrent requests; nothing more is created', async () => {
      const { clients } = await join({ automations: 3 });
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => clients.v3.call('createAutomation', { body: automation })),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
      expect(responses.find(({ status }) => status === 409)).toMatchObject(refused(409, 'automations', 3));
      const { body } = await clients.v3.call('getWorkspace', {});
      expect(body).toMatchObject({ data: { limits: { automations: 3 }, usage: { automations: 3 } } });
    });
  });

  describe('createChannel 409', () => {
    it('when the workspace has reached its limit of channels', async () => {
      const { clients } = await join({ channels: 1 });
      const body = { type: 'sms' as const, name: 'SMS' };
      expect((await clients.v3.call('createChannel', { body })).status).toBe(200);
      expect(await clients.v3.call('createChannel', { body })).toMatchObject(refused(409, 'channels', 1));
    });
  });

  describe('createUser and createTeam 409', () => {
    it('when the workspace has reached its limit; concurrent requests do not exceed it', async () => {
      const { clients } = await join({ users: 2, teams: 1 });
      const body = { name: 'A' };
      const users = await Promise.all(
        Array.from({ length: 5 }, () => clients.v3.call('createUser', { body })),
      );
      expect(users.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
      expect(await clients.v3.call('createUser', { body })).toMatchObject(refused(409, 'users', 2));
      expect((await clients.v3.call('createTeam', { body })).status).toBe(200);
      expect(await clients.v3.call('createTeam', { body })).toMatchObject(refused(409, 'teams', 1));
      const { body: shown } = await clients.v3.call('getWorkspace', {});
      expect(shown).toMatchObject({
        data: { limits: { users: 2, teams: 1 }, usage: { users: 2, teams: 1 } },
      });
    });
  });

  describe('createUser and createTeam 409 before 400', () => {
    it('when the limit is reached, whatever else is wrong with the values', async () => {
      const { clients } = await join({ users: 1, teams: 1 });
      const body = { name: 'A', externalId: 'crm-1' };
      expect((await clients.v3.call('createUser', { body })).status).toBe(200);
      expect(await clients.v3.call('createUser', { body })).toMatchObject(refused(409, 'users', 1));
      expect((await clients.v3.call('createTeam', { body })).status).toBe(200);
      expect(await clients.v3.call('createTeam', { body })).toMatchObject(refused(409, 'teams', 1));
    });
  });

  describe('createSegment 409', () => {
    it('when the workspace has reached its limit', async () => {
      const { clients } = await join({ segments: 1 });
      const body = { name: 'Everybody', query: 'eq(isSubscribed,true)' };
      expect((await clients.v3.call('createSegment', { body })).status).toBe(200);
      expect(await clients.v3.call('createSegment', { body })).toMatchObject(refused(409, 'segments', 1));
      const { body: shown } = await clients.v3.call('getWorkspace', {});
      expect(shown).toMatchObject({ data: { limits: { segments: 1 }, usage: { segments: 1 } } });
    });
  });

  describe('createAttribute 409', () => {
    it('in both versions, which share the limit; concurrent requests do not exceed it', async () => {
      const { clients } = await join({ attributes: 2 });
      const body = (number: number) => ({ name: 'City', externalId: `city${number}` });
      const responses = await Promise.all(
        Array.from({ length: 5 }, (_, number) => clients.v3.call('createAttribute', { body: body(number) })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
      const expected = refused(409, 'attributes', 2);
      expect(await clients.v3.call('createAttribute', { body: body(6) })).toMatchObject(expected);
      expect(await clients.v2.call('createAttribute', { body: body(6) })).toMatchObject(expected);
      const { body: shown } = await clients.v3.call('getWorkspace', {});
      expect(shown).toMatchObject({ data: { limits: { attributes: 2 }, usage: { attributes: 2 } } });
    });
  });

  describe('createApiWebhook 409', () => {
    it('in both versions, which share the limit', async () => {
      const { clients, tenantId } = await join({ webhooks: 1 });
      const url = 'https://partner.example/hook';
      expect((await clients.v3.call('createApiWebhook', { body: { url } })).status).toBe(200);
      expect(await clients.v3.call('createApiWebhook', { body: { url } })).toMatchObject(
        refused(409, 'webhooks', 1),
      );
      const old = { tenantId, url, type: 'SMS_MESSAGE_RECEIVED' as const };
      expect(await clients.v2.call('createApiWebhook', { body: old })).toMatchObject(
        refused(409, 'webhooks', 1),
      );
    });
  });

  describe('upsertContacts and createCampaign 409', () => {
    it('for more contacts than one request may have', async () => {
      const world = await createWorld(stage.database, { limitOverrides: { contactsPerCall: 2 } });
      const clients = stage.clientsOf(await tokenOf(world.key));
      const contacts = ['+4915112345671', '+4915112345672', '+4915112345673'].map((phoneNumber) => ({
        phoneNumber,
      }));
      const expected = refused(409, 'contactsPerCall', 2);
      expect(await clients.v3.call('upsertContacts', { body: { contacts } })).toMatchObject(expected);
      const campaign = {
        name: 'C',
        channelId: world.channel.id,
        automationId: world.automation.id,
        contacts,
      };
      expect(await clients.v3.call('createCampaign', { body: campaign })).toMatchObject(expected);
      const few = { contacts: contacts.slice(0, 2) };
      expect((await clients.v3.call('upsertContacts', { body: few })).status).toBe(200);
    });
  });

  describe('uploadFile 409', () => {
    it('when the files would exceed the storage limit; a deletion makes room', async () => {
      const { clients } = await join({ storedBytes: 10 });
      const upload = (text: string) =>
        clients.v3.call('uploadFile', { body: { file: new File([text], 'a.txt', { type: 'text/plain' }) } });
      const first = await upload('123456');
      expect(await upload('12345')).toMatchObject(refused(409, 'storedBytes', 10));
      expect((await upload('1234')).status).toBe(200);
      const usage = async () => Object((await clients.v3.call('getWorkspace', {})).body).data.usage;
      expect(await usage()).toMatchObject({ storedBytes: 10 });
      const params = { fileId: String(Object(first.body).data.id) };
      expect((await clients.v3.call('deleteFile', { params })).status).toBe(200);
      expect(await usage()).toMatchObject({ storedBytes: 4 });
      expect((await upload('12345')).status).toBe(200);
    });
  });

  describe('uploadFile 409', () => {
    it('before the bytes arrive when their announced length has no room', async () => {
      const { tenantId } = await join({ storedBytes: 1_000_000 });
      const token = await createToken(stage.database, tenantId);
      const upload = request(`${stage.url}/v3/files`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 2_000_000,
        },
      });
      const responded = once(upload, 'response');
      upload.on('error', () => undefined);
      upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
      const [response] = await responded;
      expect(response.statusCode).toBe(409);
      upload.destroy();
    });
  });

  describe('sendMessage and triggerAutomation 429', () => {
    it('while the workspace is at its limit of waiting jobs; reads still work', async () => {
      const world = await createWorld(stage.database, { limitOverrides: { waitingJobs: 2 } });
      const token = await tokenOf(world.key);
      const { v3 } = stage.clientsOf(token);
      const params = { automationId: world.automation.id };
      const trigger = { params, body: { contactId: world.contact.id } };
      for (const _ of [1, 2]) expect((await v3.call('triggerAutomation', trigger)).status).toBe(200);
      await countWaitingJobs(stage.database);
      // A new token, since the usage of the other one is cached for seconds.
      const { v3: later } = stage.clientsOf(await createToken(stage.database, world.tenant.id));
      const response = await later.call('triggerAutomation', trigger);
      expect(response).toMatchObject({ ...refused(429, 'waitingJobs', 2), headers: { 'retry-after': '30' } });
      await stage.database.prisma.chat.updateMany({
        where: { id: world.chat.id },
        data: { openUntil: new Date('2100-01-01') },
      });
      const body = { chatId: world.chat.id, text: 'Hello' };
      expect(await later.call('sendMessage', { body })).toMatchObject(refused(429, 'waitingJobs', 2));
      expect((await later.call('getChat', { params: { chatId: world.chat.id } })).status).toBe(200);
      const { usage } = Object((await later.call('getWorkspace', {})).body).data;
      expect(usage.waitingJobs).toBeGreaterThanOrEqual(2);
    });

    it('a repeated request gets its stored response all the same', async () => {
      const world = await createWorld(stage.database, { limitOverrides: { waitingJobs: 1 } });
      const params = { automationId: world.automation.id };
      const trigger = (key: string) =>
        stage.clientsOf(token).v3.call('triggerAutomation', {
          params,
          body: { contactId: world.contact.id },
          headers: { 'idempotency-key': key },
        });
      let token = await tokenOf(world.key);
      const first = await trigger('one');
      expect(first.status).toBe(200);
      await countWaitingJobs(stage.database);
      token = await createToken(stage.database, world.tenant.id);
      expect(await trigger('one')).toMatchObject({
        status: 200,
        body: first.body,
        headers: { 'idempotent-replayed': 'true' },
      });
      expect(await trigger('two')).toMatchObject(refused(429, 'waitingJobs', 1));
    });
  });

  describe('upsertContacts and changeChatStatus 429', () => {
    it('counts the jobs that the request itself would add, and stores nothing', async () => {
      const world = await createWorld(stage.database, { limitOverrides: { waitingJobs: 2 } });
      const { v3 } = stage.clientsOf(await tokenOf(world.key));
      const upsert = (count: number) => {
        const contacts = Array.from({ length: count }, (_, index) => ({ email: `new-${index}@example.com` }));
        return v3.call('upsertContacts', { body: { contacts } });
      };
      const contacts = () => stage.database.prisma.contact.count({ where: { tenantId: world.tenant.id } });
      const before = await contacts();
      expect(await upsert(3)).toMatchObject(refused(429, 'waitingJobs', 2));
      expect(await contacts()).toBe(before);
      // A new contact has two events.
      expect((await upsert(1)).status).toBe(200);
    });

    it('an operation that adds no job works, and one that does is refused', async () => {
      const world = await createWorld(stage.database, { limitOverrides: { waitingJobs: 0 } });
      const { v3 } = stage.clientsOf(await tokenOf(world.key));
      const change = (status: 'open' | 'closed') =>
        v3.call('changeChatStatus', { params: { chatId: world.chat.id }, body: { status } });
      await stage.database.prisma.webhook.deleteMany({ where: { tenantId: world.tenant.id } });
      await stage.database.prisma.automation.deleteMany({ where: { tenantId: world.tenant.id } });
      expect((await change('closed')).status).toBe(200);
      await createWebhook(stage.database, world.tenant.id);
      expect(await change('open')).toMatchObject(refused(429, 'waitingJobs', 0));
    });
  });
}
