import { expect, test } from '@jest/globals';
import { createMessage } from '@parley/testkit';
import { useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();

test('media that needs credentials is fetched and stored as a file, and an event reports it', async () => {
  const provider = await serve((response, request) => {
    const isFile = request.url === '/file';
    response.writeHead(200, { 'content-type': isFile ? 'image/jpeg' : 'application/json' });
    response.end(isFile ? 'bytes of a photo' : JSON.stringify({ url: `${provider.url}/file` }));
  });
  const channel = await connect('whatsapp', { baseUrl: provider.url });
  const { database } = sending.context();
  const { chatId } = await sending.enqueue(channel);
  const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
  const facts = { type: 'image', name: null, contentType: 'image/jpeg', size: null };
  const { id } = await createMessage(database, chat, {
    type: 'image',
    attachments: [{ ...facts, url: `${provider.url}/v23.0/1003`, needsCredentials: true }],
  });
  await sending.fetchMedia(id);
  await sending.fetchMedia(id);
  const { attachments } = await sending.read(id);
  const files = await database.prisma.file.findMany({
    where: { contentType: 'image/jpeg' },
    include: { content: true },
  });
  expect(files).toHaveLength(1);
  expect(Buffer.from(files[0]?.content[0]?.bytes ?? []).toString()).toBe('bytes of a photo');
  expect(attachments).toEqual([{ ...facts, size: 16, fileId: files[0]?.id }]);
  expect(files[0]?.publicToken).toBeNull();
  expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer graph-token',
    'Bearer graph-token',
  ]);
  expect((await sending.events(chatId)).map(({ type, legacyType }) => [type, legacyType])).toEqual([
    ['message.updated', null],
  ]);
});

test('media stays at the provider while the workspace has no room for it, and is fetched when it has', async () => {
  const provider = await serve((response, request) => {
    const isFile = request.url === '/file';
    response.writeHead(200, { 'content-type': isFile ? 'image/png' : 'application/json' });
    response.end(isFile ? 'bytes of a photo' : JSON.stringify({ url: `${provider.url}/file` }));
  });
  const channel = await connect('whatsapp', { baseUrl: provider.url });
  const { database, tenantId, now } = sending.context();
  const { chatId } = await sending.enqueue(channel);
  const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
  const url = `${provider.url}/v23.0/1004`;
  const { id } = await createMessage(database, chat, {
    type: 'image',
    attachments: [
      { type: 'image', name: null, contentType: 'image/png', size: null, url, needsCredentials: true },
    ],
    createdAt: now(),
  });
  const allow = (limitOverrides: Record<string, number>) =>
    database.prisma.tenant.update({ where: { id: tenantId }, data: { limitOverrides } });
  const stored = await database.prisma.file.aggregate({ where: { tenantId }, _sum: { size: true } });
  const inAnHour = new Date(now().getTime() + 3_600_000);
  for (const [room, requests] of [
    [0, 0],
    [15, 2],
  ] as const) {
    await allow({ storedBytes: (stored._sum.size ?? 0) + room });
    await sending.fetchMedia(id);
    expect(provider.requests).toHaveLength(requests);
    expect((await sending.read(id)).attachments).toMatchObject([{ url, needsCredentials: true }]);
    expect(await sending.dueAt(id)).toEqual([inAnHour]);
  }
  await allow({});
  await sending.fetchMedia(id);
  expect((await sending.read(id)).attachments).toMatchObject([{ size: 16, fileId: expect.any(String) }]);
});
