import { describe, expect, test } from '@jest/globals';
import { createFile, createMessageTemplate } from '@parley/testkit';
import { signedUrl } from './signed-url.js';
import { accepted, useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();

describe('a template', () => {
  test('is sent to WhatsApp by its name with its values, and with a file instead of its picture', async () => {
    const provider = await serve(accepted.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const { database } = sending.context();
    const template = await createMessageTemplate(database, channel.tenantId, {
      name: 'order_update',
      language: 'de',
      body: 'Hello {{first_name}}, order {{order}}',
      content: { header: { type: 'image', url: 'https://parley.example/old.png' } },
    });
    const file = await createFile(database, channel.tenantId, { contentType: 'image/png', name: 'new.png' });
    const { id, text } = await sending.enqueue(channel, {
      template: { id: template.id, variables: { first_name: 'Ada', order: 'A-7' } },
      attachments: [{ fileId: file.id }],
    });
    expect(text).toBe('Hello Ada, order A-7');
    await sending.send(id);
    expect(JSON.parse(provider.requests[0]?.body ?? '{}')).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'de' },
        components: [
          {
            type: 'header',
            parameters: [{ type: 'image', image: { link: expect.stringMatching(signedUrl) } }],
          },
          {
            type: 'body',
            parameters: [
              { type: 'text', parameter_name: 'first_name', text: 'Ada' },
              { type: 'text', parameter_name: 'order', text: 'A-7' },
            ],
          },
        ],
      },
    });
  });

  test('whose header needs a file fails without one, and nothing is sent', async () => {
    const provider = await serve(accepted.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const template = await createMessageTemplate(sending.context().database, channel.tenantId, {
      name: 'picture',
      body: 'Hello',
      content: { header: { type: 'image' } },
    });
    const { id } = await sending.enqueue(channel, { template: { id: template.id } });
    await sending.send(id);
    expect(provider.requests).toEqual([]);
    expect(await sending.read(id)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'header_without_file' }],
    });
  });

  test('is sent as it was accepted, even if the template changes meanwhile', async () => {
    const provider = await serve(accepted.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const { database } = sending.context();
    const { tenantId, id } = await createMessageTemplate(database, channel.tenantId, {
      name: 'order_shipped',
      language: 'de',
      body: 'Hello {{contact.name}}, order {{firstName}}',
    });
    const use = { template: { id, variables: { 'contact.name': 'Eve' } } };
    const waiting = [await sending.enqueue(channel, use), await sending.enqueue(channel, use)] as const;
    const where = { tenantId_id: { tenantId, id } };
    await database.prisma.messageTemplate.update({ where, data: { name: 'other', body: 'Bye {{order}}' } });
    await sending.send(waiting[0].id);
    await database.prisma.messageTemplate.delete({ where });
    await sending.send(waiting[1].id);
    const expected = {
      name: 'order_shipped',
      language: { code: 'de' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Eve' },
            { type: 'text', text: 'Ada' },
          ],
        },
      ],
    };
    expect(provider.requests.map(({ body }) => JSON.parse(body).template)).toEqual([expected, expected]);
  });
});
