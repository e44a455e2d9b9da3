import { describe, expect, it } from '@jest/globals';
import type { Automation } from '@parley/database';
import { createAutomation, expectStatus, type World } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';

/** The records that the tests of media share; they exist only while tests run. */
export interface MediaRecords {
  readonly world: World;
  readonly token: string;
  /** The public URL of the file of the workspace. */
  readonly url: string;
  /** The public URL of a file of another workspace. */
  readonly foreignUrl: string;
  /** An automation with a template step that has media. */
  readonly withMedia: Automation;
}

export function describeRefusedMedia(stage: Stage, records: MediaRecords): void {
  /** Returns invalid references, each with its error key. */
  function wrongUrls(): [string, string][] {
    const { url, foreignUrl } = records;
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

  describe('400 that names the path; nothing changes', () => {
    it('for a URL of another workspace, of no file, and of another service', async () => {
      const { world, token, url, withMedia } = records;
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
      const { world, token, withMedia } = records;
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
      const { world, token, url } = records;
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
      const { world, token, url, withMedia } = records;
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
      const { world, token, url } = records;
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
}
