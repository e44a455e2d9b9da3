import { describe, expect, test } from '@jest/globals';
import { newId } from '../../src/index.js';
import { refusal, validationErrors } from '../refusals.js';
import { createChannel, createContact, createFile, createMessageTemplate } from '../testkit.js';
import { useSending } from './use-sending.js';

const { worlds, send, openChat } = useSending();
const { database, own } = worlds;

describe('attachments', () => {
  test('stay private files and decide the type of the message', async () => {
    const chat = await openChat();
    const photo = await createFile(database, own.tenant.id, { contentType: 'image/png', name: 'a.png' });
    const message = await send({
      to: { chatId: chat.id },
      text: 'Look',
      attachments: [{ fileId: photo.id }, { fileId: own.file.id.toUpperCase() }],
    });
    const { publicToken } = await database.prisma.file.findFirstOrThrow({ where: { id: photo.id } });
    expect(publicToken).toBeNull();
    expect(message.attachments[0]).not.toHaveProperty('url');
    expect(message).toMatchObject({
      type: 'image',
      text: 'Look',
      attachments: [
        { type: 'image', fileId: photo.id, name: 'a.png', size: photo.size },
        { type: 'document', contentType: 'text/plain' },
      ],
    });
  });

  test('400 that names each file that does not exist; nothing is stored', async () => {
    const { other } = worlds;
    const chat = await openChat();
    const attachments = [{ fileId: own.file.id }, { fileId: other.file.id }, { fileId: 'x' }];
    await expect(send({ to: { chatId: chat.id }, attachments })).rejects.toMatchObject(
      validationErrors({ 'attachments.1.fileId': 'not_found', 'attachments.2.fileId': 'not_found' }),
    );
    expect(await database.prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
  });
});

describe('a template', () => {
  test('is rendered with the fields of the contact, which variables override', async () => {
    const body = '{{firstName}} {{ order }} {{firstName}}';
    const template = await createMessageTemplate(database, own.tenant.id, { body });
    const chat = await openChat();
    const to = { chatId: chat.id };
    const sent = await send({ to, template: { id: template.id, variables: { order: '{{lastName}} $&' } } });
    expect(sent).toMatchObject({ type: 'template', text: 'Ada {{lastName}} $& Ada' });
    const variables = { order: '7', firstName: 'Eve' };
    expect(await send({ to, template: { id: template.id, variables } })).toMatchObject({ text: 'Eve 7 Eve' });
    const stored = await database.prisma.message.findFirstOrThrow({ where: { id: sent.id } });
    expect(stored).toMatchObject({
      messageTemplateId: template.id,
      template: { body, variables: { firstName: 'Ada' } },
    });
  });

  test('400 for a field that the contact lacks; displayName always has a value', async () => {
    const { id: contactId } = await createContact(database, own.tenant.id, { firstName: null, lastName: '' });
    const { id: channelId } = await createChannel(database, own.tenant.id, { type: 'sms' });
    const to = { contactId, channelId };
    const named = await createMessageTemplate(database, own.tenant.id, { body: 'Hi {{firstName}},' });
    await expect(send({ to, template: { id: named.id } })).rejects.toMatchObject(
      validationErrors({ 'template.variables.firstName': 'invalid_type' }),
    );
    const shown = await createMessageTemplate(database, own.tenant.id, { body: 'Hi {{displayName}},' });
    const { text } = await send({ to, template: { id: shown.id } });
    expect(text).toMatch(/^Hi \S.*,$/);
  });

  test('400 for a placeholder without a value in its header or in the URL of a button', async () => {
    const content = {
      header: { type: 'text', text: 'New in {{season}}' },
      buttons: [{ type: 'url', url: 'https://shop.example/{{path}}' }],
    };
    const template = await createMessageTemplate(database, own.tenant.id, { body: 'Look', content });
    const to = { chatId: (await openChat()).id };
    await expect(send({ to, template: { id: template.id } })).rejects.toMatchObject(
      validationErrors({
        'template.variables.season': 'invalid_type',
        'template.variables.path': 'invalid_type',
      }),
    );
    const variables = { season: 'winter', path: 'new' };
    expect(await send({ to, template: { id: template.id, variables } })).toMatchObject({ text: 'Look' });
  });

  test('400 that names each placeholder without a value, even if every JavaScript object has a property of that name', async () => {
    const template = await createMessageTemplate(database, own.tenant.id, {
      body: '{{order}} {{constructor}}',
    });
    const chat = await openChat();
    await expect(send({ to: { chatId: chat.id }, template: { id: template.id } })).rejects.toMatchObject(
      validationErrors({
        'template.variables.order': 'invalid_type',
        'template.variables.constructor': 'invalid_type',
      }),
    );
  });

  test('400 on the template for an old malformed placeholder; nothing is stored', async () => {
    const template = await createMessageTemplate(database, own.tenant.id, {
      body: 'Hi {{first name}} {{x}}',
    });
    const chat = await openChat();
    await expect(send({ to: { chatId: chat.id }, template: { id: template.id } })).rejects.toMatchObject(
      validationErrors({ 'template.id': 'invalid_string', 'template.variables.x': 'invalid_type' }),
    );
    expect(await database.prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
  });

  test('is sent with the value of a name in any script, however its accents are written', async () => {
    const template = await createMessageTemplate(database, own.tenant.id, { body: '{{ größe.cm }} cm' });
    const chat = await openChat();
    const variables = { 'gro\u0308\u00dfe.cm': '180' };
    const sent = await send({ to: { chatId: chat.id }, template: { id: template.id, variables } });
    expect(sent.text).toBe('180 cm');
    const stored = await database.prisma.message.findFirstOrThrow({ where: { id: sent.id } });
    // The adapters look up a value by the name in the text.
    expect(stored).toMatchObject({ template: { variables: { 'größe.cm': '180' } } });
  });

  test('404 for an unknown one, 400 for one of another type of channel or not approved', async () => {
    const { other } = worlds;
    const chat = await openChat();
    const to = { chatId: chat.id };
    for (const id of [newId(), 'x', other.messageTemplate.id]) {
      await expect(send({ to, template: { id } })).rejects.toMatchObject(
        refusal('message_template_not_found'),
      );
    }
    const unfit = [{ channelType: 'email' }, { status: 'draft' }, { status: 'rejected' }] as const;
    for (const values of unfit) {
      const { id } = await createMessageTemplate(database, own.tenant.id, values);
      await expect(send({ to, template: { id } })).rejects.toMatchObject(
        validationErrors({ 'template.id': 'not_found' }),
      );
    }
  });

  test('is sent with its own media, unless the message has other media', async () => {
    const ownFile = await createFile(database, own.tenant.id, { name: 'own.png' });
    const { id } = await createMessageTemplate(database, own.tenant.id, { mediaFileId: ownFile.id });
    const to = { chatId: (await openChat()).id };
    expect(await send({ to, template: { id } })).toMatchObject({ attachments: [{ name: 'own.png' }] });
    const other = await createFile(database, own.tenant.id, { name: 'other.png' });
    const sent = await send({ to, template: { id }, attachments: [{ fileId: other.id }] });
    expect(sent.attachments).toMatchObject([{ name: 'other.png' }]);
  });
});
