import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Automation, statement } from '@parley/database';
import {
  createAutomation,
  createFile,
  createMessageTemplate,
  createWorld,
  expectStatus,
  tokenOf,
} from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import type { Stage } from '../../support/start-stage.js';
import { describeRefusedMedia } from './refuse-media.js';

export function describeMediaByUrl(stage: Stage): void {
  const world = useResource(() => createWorld(stage.database));
  let token: string;
  let url: string;
  let foreignUrl: string;
  let withMedia: Automation;

  beforeAll(async () => {
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

  describeRefusedMedia(stage, {
    get world() {
      return world;
    },
    get token() {
      return token;
    },
    get url() {
      return url;
    },
    get foreignUrl() {
      return foreignUrl;
    },
    get withMedia() {
      return withMedia;
    },
  });

  const openChats = statement(
    'open-chats-for-media',
    `update chats set open_until = now() + interval '10 years' where tenant_id = $1::uuid`,
  );
}
