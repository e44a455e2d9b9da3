import { beforeAll, describe, expect, it } from '@jest/globals';
import { createChannel, createMessageTemplate, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { messageCalls, unknownId } from './message-calls.js';

export function describeRefusedMessages(stage: Stage, world: RenewableWorld): void {
  const { send, openChat } = messageCalls(stage, world);

  function snapshot() {
    return snapshotTenant(stage.database, world.tenant.id);
  }

  describe('sendMessage 400; nothing changes', () => {
    let chatId: string;

    beforeAll(async () => {
      await world.renew();
      chatId = await openChat();
    });

    async function expectErrors(wrongBody: object, expected: object): Promise<void> {
      const before = await snapshot();
      expect(errorKeys(await world.v3.call('sendMessage', { wrongBody }))).toEqual(expected);
      expect(await snapshot()).toEqual(before);
    }

    it.each([
      [{}, { chatId: 'invalid_type', text: 'invalid_type' }],
      [{ text: 'Hi' }, { chatId: 'invalid_type' }],
      [{ contactId: unknownId, text: 'Hi' }, { channelId: 'invalid_type' }],
      [{ channelId: unknownId, text: 'Hi' }, { contactId: 'invalid_type' }],
      [
        { chatId: unknownId, contactId: unknownId, channelId: unknownId, text: 'Hi' },
        { contactId: 'unrecognized_keys', channelId: 'unrecognized_keys' },
      ],
      [{ chatId: unknownId }, { text: 'invalid_type' }],
      [{ chatId: unknownId, text: 'Hi', template: { id: unknownId } }, { text: 'unrecognized_keys' }],
      [
        { chatId: 'x', text: '' },
        { chatId: 'invalid_string', text: 'too_small' },
      ],
      [{ chatId: unknownId, text: 'x'.repeat(4_097) }, { text: 'too_big' }],
      [{ chatId: unknownId, text: null }, { text: 'invalid_type' }],
      [{ chatId: unknownId, attachments: [] }, { attachments: 'too_small' }],
      [
        { chatId: unknownId, attachments: Array.from({ length: 11 }, () => ({ fileId: unknownId })) },
        { attachments: 'too_big' },
      ],
      [
        { chatId: unknownId, template: { id: unknownId, variables: { code: 1 } } },
        { 'template.variables.code': 'invalid_type' },
      ],
      [{ chatId: unknownId, text: 'Hi', sender: 'inbound' }, { sender: 'unrecognized_keys' }],
    ])('for %j', (body, expected) => expectErrors(body, expected));

    it('not_found for a file that is unknown or another tenant’s', async () => {
      const attachments = [{ fileId: world.file.id }, { fileId: unknownId }, { fileId: stage.other.file.id }];
      await expectErrors(
        { chatId, attachments },
        { 'attachments.1.fileId': 'not_found', 'attachments.2.fileId': 'not_found' },
      );
    });

    it('not_found for a reply to a message that is unknown, another tenant’s or of another chat', async () => {
      for (const messageId of [unknownId, stage.other.message.id, world.message.id]) {
        const replyTo = { messageId };
        await expectErrors({ chatId, text: 'Hi', replyTo }, { 'replyTo.messageId': 'not_found' });
      }
      const wrongBody = { chatId, text: 'Hi', replyTo: { messageId: world.message.id } };
      const refused = expectStatus(await world.v3.call('sendMessage', { wrongBody }), 400);
      expect(refused.body.error.invalidParams?.['replyTo.messageId']?.message).toBe(
        'The message belongs to another chat',
      );
      const { id: contactId } = world.contact;
      const elsewhere = await createChannel(stage.database, world.tenant.id);
      await expectErrors(
        { contactId, channelId: elsewhere.id, replyTo: { messageId: world.message.id } },
        { text: 'invalid_type', 'replyTo.messageId': 'not_found' },
      );
      await expectErrors({ chatId, text: 'Hi', replyTo: {} }, { 'replyTo.messageId': 'invalid_type' });
    });

    it('a subject on a channel without subjects', () =>
      expectErrors({ chatId, text: 'Hi', subject: 'Hello' }, { subject: 'unrecognized_keys' }));

    it('a template for another channel, or with a placeholder without a value', async () => {
      const { database } = stage;
      const sms = await createMessageTemplate(database, world.tenant.id, { channelType: 'sms' });
      await expectErrors({ chatId, template: { id: sms.id } }, { 'template.id': 'not_found' });
      const open = await createMessageTemplate(database, world.tenant.id, { body: '{{code}} {{firstName}}' });
      await expectErrors(
        { chatId, template: { id: open.id } },
        { 'template.variables.code': 'invalid_type' },
      );
    });

    const files = (count: number) => Array.from({ length: count }, () => ({ fileId: world.file.id }));
    it.each([
      ['sms', () => ({ text: 'x'.repeat(1_601) }), { text: 'too_big' }],
      ['whatsapp', () => ({ attachments: files(2) }), { attachments: 'too_big' }],
      ['instagram', () => ({ text: 'Hi', attachments: files(1) }), { attachments: 'unrecognized_keys' }],
      [
        'instagram',
        () => ({ subject: 'Hi', text: 'x'.repeat(1_001), attachments: files(2) }),
        { subject: 'unrecognized_keys', text: 'too_big', attachments: 'too_big' },
      ],
    ] as const)(
      'content that %s does not support (case %#), all errors at once',
      async (type, content, errors) => {
        const { id: channelId } = await createChannel(stage.database, world.tenant.id, {
          type,
          provider: type,
        });
        await expectErrors({ chatId: await openChat({ channelId }), ...content() }, errors);
      },
    );

    it('a contact without a handle that matches the channel', async () => {
      const channel = await createChannel(stage.database, world.tenant.id, { type: 'email' });
      const to = { contactId: world.contact.id, channelId: channel.id };
      await expectErrors({ ...to, text: 'Hi' }, { contactId: 'not_found' });
    });
  });

  describe('sendMessage 404; nothing changes', () => {
    beforeAll(world.renew);

    it.each([
      ['chat_not_found', 'Chat not found', () => ({ chatId: stage.other.chat.id, text: 'Hi' })],
      [
        'contact_not_found',
        'Contact not found',
        () => ({ contactId: stage.other.contact.id, channelId: world.channel.id, text: 'Hi' }),
      ],
      [
        'channel_not_found',
        'Channel not found',
        () => ({ contactId: world.contact.id, channelId: stage.other.channel.id, text: 'Hi' }),
      ],
      [
        'message_template_not_found',
        'Message template not found',
        () => ({ chatId: world.chat.id, template: { id: stage.other.messageTemplate.id } }),
      ],
    ])('%s, even for a record of another tenant', async (messageKey, message, body) => {
      const before = await snapshot();
      expect(expectStatus(await send(body()), 404).body.error).toEqual({ messageKey, message });
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('sendMessage 409 reply_window_closed; nothing changes', () => {
    beforeAll(world.renew);

    it('before the contact has written, and more than a day after their last message; a template is accepted', async () => {
      const day = 24 * 60 * 60 * 1_000;
      const item = { from: '+4915155555555', name: 'Ada Berg', text: 'Hello?' };
      const inbound = await stage.send('POST', `/ingress/${world.channel.id}`, {
        wrongBody: item,
        token: world.token,
      });
      expect(inbound.status).toBe(200);
      const { id: chatId } = await stage.database.prisma.chat.findFirstOrThrow({
        where: { tenantId: world.tenant.id, handle: { value: item.from } },
      });
      stage.clock.set(new Date(new Date(startTime).getTime() + day - 1));
      expectStatus(await send({ chatId, text: 'Just in time' }), 200);
      stage.clock.set(new Date(new Date(startTime).getTime() + day));
      const error = {
        messageKey: 'reply_window_closed',
        message: 'The reply window of this chat is closed. Send a message template',
      };
      for (const closed of [chatId, world.chat.id]) {
        const before = await snapshot();
        expect(expectStatus(await send({ chatId: closed, text: 'Too late' }), 409).body.error).toEqual(error);
        const file = { chatId: closed, attachments: [{ fileId: world.file.id }] };
        expect(expectStatus(await send(file), 409).body.error).toEqual(error);
        expect(await snapshot()).toEqual(before);
        const template = { id: world.messageTemplate.id };
        expectStatus(await send({ chatId: closed, template }), 200);
      }
    });
  });
}
