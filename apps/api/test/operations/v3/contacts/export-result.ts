import { beforeEach, describe, expect, it } from '@jest/globals';
import { writeContactExport } from '@parley/core';
import {
  contextOf,
  createAutomation,
  createFile,
  createMessageTemplate,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeExportResult(stage: Stage, world: RenewableWorld): void {
  let result: { readonly fileId: string; readonly url: string };
  beforeEach(async () => {
    await world.renew();
    result = await exportContact();
  });

  async function exportContact() {
    const { database, clock } = stage;
    const contactId = world.contact.id;
    const started = await world.v3.call('exportContact', { params: { contactId } });
    const exportId = expectStatus(started, 200).body.data.id;
    await writeContactExport(contextOf(database, world.tenant.id, clock.now), exportId);
    const written = await world.v3.call('getContactExport', { params: { contactId, exportId } });
    const { fileId, url } = expectStatus(written, 200).body.data;
    return { fileId: fileId ?? '', url: url ?? '' };
  }

  const tokenWith = (scopes: string[]) => createToken(stage.database, world.tenant.id, { scopes });

  describe('404 file_not_found', () => {
    it.each(['getFile', 'downloadFile', 'getFilePublicUrl', 'revokeFilePublicUrl'] as const)(
      '%s with the scopes of files',
      async (operation) => {
        const token = await tokenWith(['files:read', 'files:write']);
        const params = { fileId: result.fileId };
        const { body } = expectStatus(await stage.v3.call(operation, { params, token }), 404);
        expect(body.error).toEqual({ messageKey: 'file_not_found', message: 'File not found' });
        const where = { id: result.fileId, publicToken: null };
        expect(await stage.database.prisma.file.count({ where })).toBe(1);
      },
    );

    it.each(['getFile', 'getFilePublicUrl'] as const)('%s even with all scopes', async (operation) => {
      const params = { fileId: result.fileId };
      expectStatus(await world.v3.call(operation, { params }), 404);
    });

    it('by a public URL that it once had', async () => {
      const publicToken = 'a'.repeat(43);
      await stage.database.prisma.file.updateMany({ where: { id: result.fileId }, data: { publicToken } });
      expect((await stage.send('GET', `/files/${publicToken}`)).status).toBe(404);
      const params = { fileId: result.fileId };
      expectStatus(await world.v3.call('revokeFilePublicUrl', { params }), 404);
      await stage.database.prisma.file.updateMany({
        where: { id: result.fileId },
        data: { publicToken: null },
      });
    });
  });

  it('is not found by searchFiles, which still finds other files', async () => {
    const other = await createFile(stage.database, world.tenant.id, { name: 'contact-list.jsonl' });
    const body = { search: 'contact-' };
    const found = expectStatus(await world.v3.call('searchFiles', { body }), 200).body;
    expect(found.data.map(({ id }) => id)).toEqual([other.id]);
    expect(found).toMatchObject({ pagination: { total: 1 } });
  });

  it('is not deleted by deleteFile', async () => {
    const params = { fileId: result.fileId };
    const { data } = expectStatus(await world.v3.call('deleteFile', { params }), 200).body;
    expect(data).toEqual({ deletedIds: [], notFoundIds: [result.fileId] });
    expect(await stage.database.prisma.file.count({ where: { id: result.fileId } })).toBe(1);
  });

  it('is downloaded by its signed URL, and by its id with the scope of exports', async () => {
    const { pathname } = new URL(result.url);
    expect((await fetch(`${stage.url}${pathname}`)).status).toBe(200);
    const token = await tokenWith(['files:read', 'contact_exports:read']);
    const params = { fileId: result.fileId };
    expectStatus(await stage.v3.call('downloadFile', { params, token }), 200);
  });

  describe('400 not_found: nothing can refer to it', () => {
    const byId = () => ({ fileId: result.fileId });
    const byUrl = () => ({ url: result.url });

    it('a message', async () => {
      const send = async (attachment: object) => {
        const body = { chatId: world.chat.id, text: 'Hi', attachments: [attachment] };
        return errorKeys(await world.v3.call('sendMessage', { body }));
      };
      expect(await send(byId())).toEqual({ 'attachments.0.fileId': 'not_found' });
      expect(await send(byUrl())).toEqual({ 'attachments.0.url': 'not_found' });
    });

    it('a template', async () => {
      const create = async (media: object) => {
        const body = { name: 'leak', body: 'Hi', ...media };
        return errorKeys(await world.v3.call('createMessageTemplate', { body }));
      };
      expect(await create({ mediaFileId: result.fileId })).toEqual({ mediaFileId: 'not_found' });
      expect(await create({ mediaUrl: result.url })).toEqual({ mediaUrl: 'not_found' });
    });

    it('a step of an automation', async () => {
      const create = async (attachment: object) => {
        const steps = [{ type: 'send_message' as const, text: 'Hi', attachments: [attachment] }];
        const body = { name: 'Leak', trigger: { type: 'manual' as const }, steps };
        return Object.values(errorKeys(await world.v3.call('createAutomation', { body })));
      };
      expect([await create(byId()), await create(byUrl())]).toEqual([['not_found'], ['not_found']]);
    });

    it('a run of an automation, and a campaign', async () => {
      const { id: mediaFileId } = await createFile(stage.database, world.tenant.id);
      const template = await createMessageTemplate(stage.database, world.tenant.id, { mediaFileId });
      const steps = [{ type: 'send_template', messageTemplateId: template.id }];
      const { id: automationId } = await createAutomation(stage.database, world.tenant.id, { steps });
      const run = { params: { automationId }, body: { contactId: world.contact.id, media: byId() } };
      expect(errorKeys(await world.v3.call('triggerAutomation', run))).toEqual({
        'media.fileId': 'not_found',
      });
      const body = { name: 'Leak', channelId: world.channel.id, automationId, media: byUrl() };
      expect(errorKeys(await world.v3.call('createCampaign', { body }))).toEqual({
        'media.url': 'not_found',
      });
    });
  });
}
