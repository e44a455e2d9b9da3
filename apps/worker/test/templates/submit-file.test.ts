import { describe, expect, test } from '@jest/globals';
import { deleteFile, updateMessageTemplate } from '@parley/core';
import { createFile, createMessageTemplate } from '@parley/testkit';
import { useTemplates } from './use-templates.js';

const { sending, startGraph, submit, read, report, sync, context } = useTemplates();
const bytes = Buffer.from('the bytes of a picture');

async function prepare(name: string) {
  const graph = await startGraph();
  const { database, tenantId } = context();
  const file = await createFile(database, tenantId, { contentType: 'image/png', name: 'sale.png', bytes });
  const values = { name, channelType: 'whatsapp', body: 'Hello {{name}}', mediaFileId: file.id } as const;
  const { id } = await createMessageTemplate(database, tenantId, values);
  return { ...graph, id, fileId: file.id };
}

const replace = (messageTemplateId: string, mediaFileId: string | null) =>
  updateMessageTemplate(context(), { messageTemplateId, mediaFileId });

describe('a template with a file', () => {
  test('is at Meta with the file as its header, also after it was read back and submitted again', async () => {
    const { channel, templates, requests, id, fileId } = await prepare('picture');
    await submit(channel, { id });
    await sending.submitTemplate(id);
    expect(requests[1]?.body).toBe(bytes.toString());
    expect(templates).toMatchObject([
      { components: [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY' }] },
    ]);
    sending.clock.advance(60_000);
    await report(id, 'approved');
    sending.clock.advance(60_000);
    await sync(channel);
    expect(await read(id)).toMatchObject({ mediaFileId: fileId, registration: { status: 'pending' } });
    await report(id, 'rejected', { at: new Date(sending.clock.now().getTime() + 1_000) });
    await replace(id, null);
    await expect(submit(channel, { id })).rejects.toMatchObject({
      details: {
        invalidParams: { messageTemplateId: { message: expect.stringContaining('mediaFileId') } },
      },
    });
    await replace(id, fileId);
    await submit(channel, { id });
    await sending.submitTemplate(id);
    expect(requests.at(-1)?.path).toContain(templates[0]?.id);
    expect(await read(id)).toMatchObject({ registration: { status: 'pending', error: null } });
  });

  test('is submitted with the file that was checked, and fails if that file is deleted before', async () => {
    const { channel, requests, id, fileId } = await prepare('lost_picture');
    await submit(channel, { id });
    await replace(id, null);
    await deleteFile(context(), fileId);
    await sending.submitTemplate(id);
    expect(requests).toEqual([]);
    expect(await read(id)).toMatchObject({
      status: 'rejected',
      registration: { status: 'failed', error: { code: 'file_not_found' } },
    });
  });
});

test('a channel without appId refuses a template with a file, and says so', async () => {
  const { channel, id } = await prepare('no_app');
  const { appId: _, ...settings } = channel.settings as Record<string, string>;
  await context().database.prisma.channel.updateMany({ where: { id: channel.id }, data: { settings } });
  await expect(submit(channel, { id })).rejects.toMatchObject({
    details: { invalidParams: { messageTemplateId: { message: expect.stringContaining('appId') } } },
  });
});
