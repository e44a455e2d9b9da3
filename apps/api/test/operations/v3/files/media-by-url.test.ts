import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Automation, statement } from '@parley/database';
import {
  createAutomation,
  createFile,
  createMessageTemplate,
  createWorld,
  expectStatus,
  tokenOf,
  type World,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

describe('media by url', () => {
  const stage = useStage();
  let world: World;
  let token: string;
  let url: string;
  let foreignUrl: string;
  let withMedia: Automation;

  beforeAll(async () => {
    world = await createWorld(stage.database);
    token = await tokenOf(world.key);
    url = await publicUrlOf(world.file.id, token);
    const foreigner = await createWorld(stage.database);
    foreignUrl = await publicUrlOf(foreigner.file.id, await tokenOf(foreigner.key));
    const { id: messageTemplateId } = await createMessageTemplate(stage.database, world.tenant.id, {
      mediaFileId: (await createFile(stage.database, world.tenant.id)).id,
    });
    const steps = [{ type: 'send_template', messageTemplateId }];
    withMedia = await createAutomation(stage.database, world.tenant.id, { steps });
  });

  async function publicUrlOf(fileId: string, ownToken: string): Promise<string> {
    const response = await stage.v3.call('getFilePublicUrl', { params: { fileId }, token: ownToken });
    return expectStatus(response, 200).body.data.publicUrl;
  }

  /** Returns invalid references, each with its error key. */
  function wrongUrls(): [string, string][] {
    return [
      [foreignUrl, 'not_found'],
      [url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'not_found'],
      [`${new URL(url).origin}/files/short`, 'not_found'],
      [`https://elsewhere.example${new URL(url).pathname}`, 'invalid_string'],
      [url.replace('/files/', '/v3/files/'), 'invalid_string'],
      [`${url}?size=1`, 'invalid_string'],
      [`${url}/x`, 'invalid_string'],
      ['not a url', 'invalid_string'],
    ];
  }

  describe('a public file URL of the workspace refers to the file', () => {
    it('sendMessage: attachments[].url, beside fileId', async () => {
      await stage.database.sql(openChats, [world.tenant.id]);
      const attachments = [{ url }, { fileId: world.file.id }];
      const body = { chatId: world.chat.id, text: 'Look', attachments };
      const { data } = expectStatus(await stage.v3.call('sendMessage', { body, token }), 200).body;
      expect(data.attachments).toMatchObject([
        { fileId: world.file.id, name: world.file.name },
        { fileId: world.file.id, name: world.file.name },
      ]);
    });

    it('sendMessage: the signed URL of an attachment, which is forwarded even after it has expired', async () => {
      await stage.database.sql(openChats, [world.tenant.id]);
      const file = await stage.v3.call('getFile', { params: { fileId: world.file.id }, token });
      const attachments = [{ url: expectStatus(file, 200).body.data.url }];
      stage.clock.advance(30 * 24 * 60 * 60 * 1_000);
      await stage.database.sql(openChats, [world.tenant.id]);
      const body = { chatId: world.chat.id, attachments };
      const response = await stage.v3.call('sendMessage', { body, token });
      stage.clock.set('2026-10-15T09:30:00.000Z');
      const { data } = expectStatus(response, 200).body;
      expect(data.attachments).toMatchObject([{ fileId: world.file.id }]);
    });

    it('sendMessage: a signed URL of another tenant is not found', async () => {
      await stage.database.sql(openChats, [world.tenant.id]);
      const file = await stage.v3.call('getFile', { params: { fileId: stage.own.file.id } });
      const attachments = [{ url: expectStatus(file, 200).body.data.url }];
      const body = { chatId: world.chat.id, attachments };
      const response = expectStatus(await stage.v3.call('sendMessage', { body, token }), 400).body;
      expect(response.error.invalidParams).toMatchObject({ 'attachments.0.url': { key: 'not_found' } });
    });

    it('createMessageTemplate and updateMessageTemplate: mediaUrl, returned as mediaFileId', async () => {
      const body = { name: 'by_url', body: 'Hello', mediaUrl: url };
      const { data } = expectStatus(await stage.v3.call('createMessageTemplate', { body, token }), 200).body;
      expect(data).toMatchObject({ mediaFileId: world.file.id });
      expect(Object.keys(data)).not.toContain('mediaUrl');
      const change = (values: object) =>
        stage.v3.call('updateMessageTemplate', {
          params: { messageTemplateId: data.id },
          body: values,
          token,
        });
      expect(expectStatus(await change({ mediaFileId: null }), 200).body.data.mediaFileId).toBeNull();
      expect(expectStatus(await change({ mediaUrl: url }), 200).body.data.mediaFileId).toBe(world.file.id);
      expect(expectStatus(await change({ body: 'Hi' }), 200).body.data.mediaFileId).toBe(world.file.id);
    });

    it('createAutomation: attachments and mediaUrl of steps, returned as ids', async () => {
      const messageTemplateId = world.messageTemplate.id;
      const body = {
        name: 'By URL',
        trigger: { type: 'manual' as const },
        steps: [
          { type: 'send_message' as const, text: 'Look', attachments: [{ url }, { fileId: world.file.id }] },
          { type: 'send_template' as const, messageTemplateId, mediaUrl: url },
        ],
      };
      const { data } = expectStatus(await stage.v3.call('createAutomation', { body, token }), 200).body;
      const fileId = world.file.id;
      const expected = [
        { type: 'send_message', text: 'Look', attachments: [{ fileId }, { fileId }] },
        { type: 'send_template', messageTemplateId, mediaFileId: fileId },
      ];
      expect(data.latestVersion.steps).toEqual(expected);
      const params = { automationId: data.id };
      const again = { params, body: { steps: data.latestVersion.steps }, token };
      const updated = expectStatus(await stage.v3.call('updateAutomation', again), 200).body.data;
      expect(updated.latestVersion.steps).toEqual(expected);
    });

    it('triggerAutomation: the media, which the run then returns as its id', async () => {
      const params = { automationId: withMedia.id };
      const body = { contactId: world.contact.id, media: { url } };
      expectStatus(await stage.v3.call('triggerAutomation', { params, body, token }), 200);
      const runs = await stage.v3.call('searchAutomationRuns', { params, body: {}, token });
      const [run] = expectStatus(runs, 200).body.data;
      const key = { ...params, runId: run?.id ?? '' };
      const shown = await stage.v3.call('getAutomationRun', { params: key, token });
      expect(expectStatus(shown, 200).body.data.media).toEqual({ fileId: world.file.id });
    });

    it('createCampaign and updateCampaign: media, returned as its id, until null removes it', async () => {
      const body = { name: 'Offer', channelId: world.channel.id, automationId: withMedia.id, media: { url } };
      const { data } = expectStatus(await stage.v3.call('createCampaign', { body, token }), 200).body;
      const media = { fileId: world.file.id };
      expect(data.media).toEqual(media);
      const change = (values: object) =>
        stage.v3.call('updateCampaign', { params: { campaignId: data.id }, body: values, token });
      expect(expectStatus(await change({ name: 'Winter' }), 200).body.data.media).toEqual(media);
      expect(expectStatus(await change({ media: null }), 200).body.data.media).toBeNull();
      expect(expectStatus(await change({ media }), 200).body.data.media).toEqual(media);
    });
  });

  describe('400 that names the path; nothing changes', () => {
    it('for a URL of another workspace, of no file, and of another service', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const { tenant: _, chat, contact, channel } = world;
      const automationId = withMedia.id;
      const trigger = { type: 'manual' } as const;
      for (const [wrong, key] of wrongUrls()) {
        const media = { url: wrong };
        const send = { chatId: chat.id, text: 'Hi', attachments: [{ url }, { url: wrong }] };
        expect(errorKeys(await stage.v3.call('sendMessage', { body: send, token }))).toEqual({
          'attachments.1.url': key,
        });
        const template = { name: 'wrong', body: 'Hi', mediaUrl: wrong };
        expect(errorKeys(await stage.v3.call('createMessageTemplate', { body: template, token }))).toEqual({
          mediaUrl: key,
        });
        const steps = [
          { type: 'send_message' as const, text: 'Hi', attachments: [media] },
          {
            type: 'send_template' as const,
            messageTemplateId: world.messageTemplate.id,
            mediaUrl: wrong,
          },
        ];
        const authored = { name: 'Wrong', trigger, steps };
        expect(errorKeys(await stage.v3.call('createAutomation', { body: authored, token }))).toEqual({
          'steps.0.attachments.0.url': key,
          'steps.1.mediaUrl': key,
        });
        const run = { params: { automationId }, body: { contactId: contact.id, media }, token };
        expect(errorKeys(await stage.v3.call('triggerAutomation', run))).toEqual({ 'media.url': key });
        const campaign = { name: 'Wrong', channelId: channel.id, automationId, media };
        expect(errorKeys(await stage.v3.call('createCampaign', { body: campaign, token }))).toEqual({
          'media.url': key,
        });
      }
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });

    it('for the id of a file of another workspace', async () => {
      const media = { fileId: stage.other.file.id };
      const params = { automationId: withMedia.id };
      const body = { contactId: world.contact.id, media };
      const expected = { 'media.fileId': 'not_found' };
      expect(errorKeys(await stage.v3.call('triggerAutomation', { params, body, token }))).toEqual(expected);
      const campaign = { name: 'Wrong', channelId: world.channel.id, ...params };
      const wrong = { body: { ...campaign, media }, token };
      expect(errorKeys(await stage.v3.call('createCampaign', wrong))).toEqual(expected);
      const created = await stage.v3.call('createCampaign', { body: campaign, token });
      const { id: campaignId } = expectStatus(created, 200).body.data;
      const change = { params: { campaignId }, body: { media }, token };
      expect(errorKeys(await stage.v3.call('updateCampaign', change))).toEqual(expected);
    });

    it('for neither or both of fileId and url', async () => {
      const both = { fileId: world.file.id, url };
      const send = { chatId: world.chat.id, attachments: [{}, both] };
      expect(errorKeys(await stage.v3.call('sendMessage', { wrongBody: send, token }))).toEqual({
        'attachments.0': 'too_small',
        'attachments.1': 'too_big',
      });
      const template = { name: 'both', body: 'Hi', mediaFileId: world.file.id, mediaUrl: url };
      expect(errorKeys(await stage.v3.call('createMessageTemplate', { body: template, token }))).toEqual({
        mediaUrl: 'unrecognized_keys',
      });
      const messageTemplateId = world.messageTemplate.id;
      const steps = [
        { type: 'send_message' as const, text: 'Hi', attachments: [{}, both] },
        { type: 'send_template' as const, messageTemplateId, mediaFileId: world.file.id, mediaUrl: url },
      ];
      const wrongBody = { name: 'Both', trigger: { type: 'manual' }, steps };
      expect(errorKeys(await stage.v3.call('createAutomation', { wrongBody, token }))).toEqual({
        'steps.0.attachments.0': 'too_small',
        'steps.0.attachments.1': 'too_big',
        'steps.1.mediaUrl': 'unrecognized_keys',
      });
    });

    it.each([
      ['neither', 'too_small'],
      ['both', 'too_big'],
    ] as const)('at media, for %s of fileId and url', async (given, key) => {
      const media = given === 'both' ? { fileId: world.file.id, url } : {};
      const params = { automationId: withMedia.id };
      const trigger = { params, wrongBody: { contactId: world.contact.id, media }, token };
      expect(errorKeys(await stage.v3.call('triggerAutomation', trigger))).toEqual({ media: key });
      const campaign = { name: 'Wrong', channelId: world.channel.id, ...params, media };
      expect(errorKeys(await stage.v3.call('createCampaign', { wrongBody: campaign, token }))).toEqual({
        media: key,
      });
    });

    it('for media of an automation without a template step with media', async () => {
      const media = { url };
      const params = { automationId: world.automation.id };
      const body = { contactId: world.contact.id, media };
      const expected = { media: 'unrecognized_keys' };
      expect(errorKeys(await stage.v3.call('triggerAutomation', { params, body, token }))).toEqual(expected);
      const campaign = { name: 'Wrong', channelId: world.channel.id, ...params };
      const wrong = { body: { ...campaign, media }, token };
      expect(errorKeys(await stage.v3.call('createCampaign', wrong))).toEqual(expected);
      const created = await stage.v3.call('createCampaign', { body: campaign, token });
      const { id: campaignId } = expectStatus(created, 200).body.data;
      const change = { params: { campaignId }, body: { media }, token };
      expect(errorKeys(await stage.v3.call('updateCampaign', change))).toEqual(expected);
      const draft = await createAutomation(stage.database, world.tenant.id, { status: 'draft' });
      const unknown = { body: { ...campaign, automationId: draft.id, media }, token };
      const { id } = expectStatus(await stage.v3.call('createCampaign', unknown), 200).body.data;
      expectStatus(
        await stage.v3.call('publishAutomation', { params: { automationId: draft.id }, token }),
        200,
      );
      expect(errorKeys(await stage.v3.call('startCampaign', { params: { campaignId: id }, token }))).toEqual(
        expected,
      );
    });
  });

  const openChats = statement(
    'open-chats-for-media',
    `update chats set open_until = now() + interval '10 years' where tenant_id = $1::uuid`,
  );
});
