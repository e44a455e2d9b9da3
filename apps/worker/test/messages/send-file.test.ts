import { describe, expect, test } from '@jest/globals';
import { createFile } from '@parley/testkit';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { readSentFile, signedUrl } from './signed-url.js';
import { accepted, inTurn, useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();

const hour = 60 * 60 * 1_000;

describe.each(['whatsapp', 'instagram', 'sms'] as const)('a file by %s', (name) => {
  async function enqueueFile(respond: Parameters<typeof serve>[0]) {
    const provider = await serve(respond);
    const channel = await connect(name, { baseUrl: provider.url });
    const { database } = sending.context();
    const bytes = new TextEncoder().encode('bytes of a photo');
    const file = await createFile(database, channel.tenantId, { contentType: 'image/png', bytes });
    const content = { text: null, attachments: [{ fileId: file.id }] };
    return { provider, file, message: await sending.enqueue(channel, content) };
  }

  test('stays private: the provider has a day to fetch it by a signed URL', async () => {
    const { provider, file, message } = await enqueueFile(accepted[name]);
    await sending.send(message.id);
    expect(await sending.read(message.id)).toMatchObject({ status: 'sent' });
    const body = provider.requests[0]?.body;
    expect(await readSentFile(sending.context(), body)).toBe('bytes of a photo');
    sending.clock.advance(24 * hour - 1);
    expect(await readSentFile(sending.context(), body)).toBe('bytes of a photo');
    sending.clock.advance(hour + 1);
    await expect(readSentFile(sending.context(), body)).rejects.toMatchObject({ code: 'file_url_expired' });
    const { database } = sending.context();
    expect(await database.prisma.file.findFirst({ where: { id: file.id } })).toMatchObject({
      publicToken: null,
    });
  });

  test('has a new URL in a retry a day later', async () => {
    const { provider, message } = await enqueueFile(inTurn(respondWithJson(503, {}), accepted[name]));
    await sending.send(message.id);
    sending.clock.advance(26 * hour);
    await sending.send(message.id);
    const [first, second] = provider.requests.map(({ body }) => body);
    expect(second).toMatch(name === 'sms' ? /MediaUrl/ : signedUrl);
    await expect(readSentFile(sending.context(), first)).rejects.toMatchObject({ code: 'file_url_expired' });
    expect(await readSentFile(sending.context(), second)).toBe('bytes of a photo');
  });
});
