import { describe, expect, test } from '@jest/globals';
import { submitMessageTemplate, updateMessageTemplate } from '@parley/core';
import type { Channel } from '@parley/database';
import { createMessageTemplate } from '@parley/testkit';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { rules, useTemplates } from './use-templates.js';

const { sending, startGraph, serve, read, report, events, sync, context } = useTemplates();

async function write(name: string): Promise<string> {
  const { database, tenantId } = context();
  const values = { name, channelType: 'whatsapp', body: 'Your code is {{1}}.' } as const;
  return (await createMessageTemplate(database, tenantId, values)).id;
}

function submit(channel: Channel, messageTemplateId: string, category = 'authentication') {
  const request = { messageTemplateId, channelId: channel.id, category, rules };
  const authentication = { codeExpirationMinutes: 5 };
  return submitMessageTemplate(
    context(),
    category === 'authentication' ? { ...request, authentication } : { ...request, examples: { 1: 'x' } },
  );
}

/** As a list of Meta shows a template whose button copies the code. */
const withButton = {
  category: 'AUTHENTICATION',
  components: [
    { type: 'BODY', text: '*{{1}}* is your verification code.' },
    {
      type: 'BUTTONS',
      buttons: [
        {
          type: 'URL',
          text: 'Copy code',
          url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
        },
      ],
    },
  ],
};

/** Sends a message with the template. */
async function expectCodeTwice(channel: Channel, id: string) {
  const provider = await serve(respondWithJson(200, { messages: [{ id: 'wamid.OUT' }] }));
  const settings = { ...(channel.settings as object), baseUrl: provider.url };
  await context().database.prisma.channel.updateMany({ where: { id: channel.id }, data: { settings } });
  const message = await sending.enqueue(channel, { template: { id, variables: { 1: '4711' } } });
  await sending.send(message.id);
  const parameters = [{ type: 'text', text: '4711' }];
  expect(JSON.parse(provider.requests[0]?.body ?? '').template.components).toEqual([
    { type: 'body', parameters },
    { type: 'button', sub_type: 'url', index: '0', parameters },
  ]);
}

describe('a template for authentication', () => {
  test('is at Meta with the validity of the code, is read back, and can be submitted again', async () => {
    const { channel, templates } = await startGraph();
    const id = await write('code');
    await submit(channel, id);
    await sending.submitTemplate(id);
    expect(templates).toMatchObject([
      { category: 'AUTHENTICATION', components: [{}, { code_expiration_minutes: 5 }, {}] },
    ]);
    sending.clock.advance(60_000);
    await sync(channel);
    expect(await read(id)).toMatchObject({ registration: { category: 'authentication', error: null } });
    await report(id, 'rejected', { at: new Date(sending.clock.now().getTime() + 1_000) });
    await submit(channel, id);
    expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
  });

  test('is sent with its code in the text and in the button', async () => {
    const { channel } = await startGraph();
    const id = await write('sent_code');
    await submit(channel, id);
    await sending.submitTemplate(id);
    await updateMessageTemplate(context(), { messageTemplateId: id, status: 'approved' });
    await expectCodeTwice(channel, id);
  });

  test('that was created at Meta and written here is sent with its code in the button, too', async () => {
    const { channel, templates } = await startGraph();
    const id = await write('created_there');
    templates.push({ id: 'e1', name: 'created_there', language: 'en', status: 'APPROVED', ...withButton });
    await sync(channel);
    expect(await read(id)).toMatchObject({ body: 'Your code is {{1}}.', status: 'approved' });
    await expectCodeTwice(channel, id);
  });

  test('that was registered without its button gets it by the next synchronization', async () => {
    const { channel, templates } = await startGraph();
    const id = await write('without_button');
    templates.push({ id: 'e2', name: 'without_button', language: 'en', status: 'APPROVED', ...withButton });
    await sync(channel);
    await context().database.pool.query(`update message_templates set content = '{}' where id = $1`, [id]);
    sending.clock.advance(60_000);
    await sync(channel);
    expect(await read(id)).toMatchObject({ content: { buttons: [{ type: 'otp' }] } });
  });

  test('emits message_template.updated when only its button is new, because its updatedAt changes', async () => {
    const { channel, templates } = await startGraph();
    const id = await write('only_button');
    templates.push({ id: 'e3', name: 'only_button', language: 'en', status: 'APPROVED', ...withButton });
    await sync(channel);
    await context().database.pool.query(`update message_templates set content = '{}' where id = $1`, [id]);
    const { updatedAt } = await read(id);
    // The second synchronization changes nothing, so it emits nothing.
    for (const seconds of [60, 60]) {
      sending.clock.advance(seconds * 1_000);
      await sync(channel);
    }
    const template = await read(id);
    expect(template.updatedAt > updatedAt).toBe(true);
    expect(await events(id)).toEqual([expect.objectContaining({ updatedAt }), template]);
  });

  test('emits message_template.updated when an edit ends and only its button is new', async () => {
    const { channel } = await startGraph();
    const id = await write('edited_to_code');
    await submit(channel, id, 'utility');
    await sending.submitTemplate(id);
    await report(id, 'rejected', { at: new Date(sending.clock.now().getTime() + 1_000) });
    await submit(channel, id);
    const submitted = await read(id);
    sending.clock.advance(60_000);
    await sending.submitTemplate(id);
    const template = await read(id);
    expect(template).toEqual({
      ...submitted,
      content: { buttons: [{ type: 'otp' }] },
      updatedAt: sending.clock.now().toISOString(),
    });
    expect((await events(id)).slice(-2)).toEqual([submitted, template]);
  });

  test('that was written here as a draft with other buttons keeps them in each synchronization', async () => {
    const { channel, templates } = await startGraph();
    const { database, tenantId } = context();
    const content = { buttons: [{ type: 'quick_reply', text: 'Yes' }] };
    const values = { name: 'promo', channelType: 'whatsapp', status: 'draft', content } as const;
    const { id } = await createMessageTemplate(database, tenantId, values);
    templates.push({ id: 'e4', name: 'promo', language: 'en', status: 'APPROVED', ...withButton });
    await sync(channel);
    const found = await read(id);
    expect(found).toMatchObject({ content, registration: { vendorId: 'e4', category: 'authentication' } });
    sending.clock.advance(60_000);
    await sync(channel);
    expect(await read(id)).toEqual(found);
  });

  test('has no button any more when it is submitted with another category', async () => {
    const { channel } = await startGraph();
    const id = await write('no_code');
    await submit(channel, id);
    await report(id, 'rejected', { at: new Date(sending.clock.now().getTime() + 1_000) });
    await sending.submitTemplate(id);
    await submit(channel, id, 'utility');
    await sending.submitTemplate(id);
    const { content, registration } = await read(id);
    expect(content).toEqual({});
    expect(registration).toMatchObject({ category: 'utility', error: null });
  });

  test('keeps its button if Meta refuses another category', async () => {
    const { channel } = await startGraph();
    const id = await write('kept_code');
    await submit(channel, id);
    await sending.submitTemplate(id);
    await report(id, 'approved', { at: new Date(sending.clock.now().getTime() + 1_000) });
    const refusing = await serve(
      respondWithJson(400, { error: { code: 100, message: 'Invalid parameter' } }),
    );
    const settings = { ...(channel.settings as object), baseUrl: refusing.url };
    await context().database.prisma.channel.updateMany({ where: { id: channel.id }, data: { settings } });
    await submit(channel, id, 'utility');
    await sending.submitTemplate(id);
    expect(await read(id)).toMatchObject({
      status: 'approved',
      content: { buttons: [{ type: 'otp' }] },
      registration: { category: 'authentication', error: { code: 'invalid_template' } },
    });
  });
});
