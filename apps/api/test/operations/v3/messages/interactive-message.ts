import { beforeEach, describe, expect, it } from '@jest/globals';
import { createChannel, createMessage, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { messageCalls } from './message-calls.js';

const buttons = [
  { id: 'am', title: 'In the morning' },
  { id: 'pm', title: 'In the evening' },
];
const row = { id: 'express', title: 'Express' };
const described = { id: 'standard', title: 'Standard', description: '3 days' };
const list = { button: 'Options', sections: [{ title: 'To your door', rows: [row, described] }] };
const link = { title: 'Track it', url: 'https://shop.example/orders/1042' };

export function describeInteractiveMessages(stage: Stage, world: RenewableWorld): void {
  const { send, openChat } = messageCalls(stage, world);

  describe('sendMessage 200 with an interactive message', () => {
    beforeEach(world.renew);

    it.each([
      ['buttons', { body: 'When?', header: 'Delivery', footer: 'Thank you', buttons }],
      ['a list', { body: 'How?', list }],
      ['a link', { body: 'On its way', link }],
    ])('accepts %s, and every read shows them with all keys', async (_kind, interactive) => {
      const chatId = await openChat();
      const { data } = expectStatus(await send({ chatId, interactive }), 200).body;
      const shown = {
        ...{ header: null, footer: null, buttons: null, list: null, link: null },
        ...interactive,
        ...('list' in interactive && {
          list: {
            ...list,
            sections: [{ title: 'To your door', rows: [{ ...row, description: null }, described] }],
          },
        }),
      };
      expect(data).toMatchObject({ type: 'interactive', interactive: shown, reply: null });
      const read = await world.v3.call('getMessage', { params: { messageId: data.id } });
      expect(expectStatus(read, 200).body.data).toEqual(data);
      const params = { chatId };
      const found = await world.v3.call('searchChatMessages', { params, body: {} });
      expect(expectStatus(found, 200).body.data).toEqual([data]);
    });

    it('shows the choice of the contact', async () => {
      const chatId = await openChat();
      const chat = await stage.database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
      const reply = { id: 'pm', title: 'In the evening' };
      const { id: messageId } = await createMessage(stage.database, chat, { reply });
      const { data } = expectStatus(await world.v3.call('getMessage', { params: { messageId } }), 200).body;
      expect(data).toMatchObject({ reply, interactive: null });
    });
  });

  describe('sendMessage 400 with an interactive message; nothing is sent', () => {
    beforeEach(world.renew);

    it.each([
      [{ body: 'When?' }, { 'interactive.buttons': 'invalid_type' }],
      [{ buttons }, { 'interactive.body': 'invalid_type' }],
      [
        { body: 'When?', buttons, list, link },
        { 'interactive.list': 'unrecognized_keys', 'interactive.link': 'unrecognized_keys' },
      ],
      [{ body: 'When?', buttons: [] }, { 'interactive.buttons': 'too_small' }],
      [
        { body: 'When?', buttons: [1, 2, 3, 4].map((id) => ({ id: `${id}`, title: `${id}` })) },
        { 'interactive.buttons': 'too_big' },
      ],
      [
        { body: 'When?', buttons: [buttons[0], buttons[0]] },
        { 'interactive.buttons.1.id': 'not_unique', 'interactive.buttons.1.title': 'not_unique' },
      ],
      [
        { body: 'When?', buttons: [{ id: 'a b', title: 'A' }] },
        { 'interactive.buttons.0.id': 'invalid_string' },
      ],
      [
        { body: 'x'.repeat(1_025), header: 'x'.repeat(61), footer: '', buttons },
        {
          'interactive.body': 'too_big',
          'interactive.header': 'too_big',
          'interactive.footer': 'too_small',
        },
      ],
      [
        { body: 'When?', buttons: [{ id: 'a', title: 'x'.repeat(21) }] },
        { 'interactive.buttons.0.title': 'too_big' },
      ],
      [
        { body: 'How?', list: { ...list, sections: [...list.sections, ...list.sections] } },
        {
          'interactive.list.sections.1.rows.0.id': 'not_unique',
          'interactive.list.sections.1.rows.1.id': 'not_unique',
        },
      ],
      [
        {
          body: 'How?',
          list: {
            button: 'Options',
            sections: ['a', 'b'].map((title) => ({
              title,
              rows: Array.from({ length: 6 }, (_, index) => ({ id: `${title}${index}`, title })),
            })),
          },
        },
        { 'interactive.list.sections': 'too_big' },
      ],
      [
        { body: 'Look', link: { title: 'Open', url: 'ftp://x' } },
        { 'interactive.link.url': 'invalid_string' },
      ],
      [
        { body: 'Look', link: { title: 'Open', url: 'http://[' } },
        { 'interactive.link.url': 'invalid_string' },
      ],
    ])('for %j', async (interactive, expected) => {
      const chatId = await openChat();
      const refused = await world.v3.call('sendMessage', { wrongBody: { chatId, interactive } });
      expect(errorKeys(refused)).toEqual(expected);
      expect(await stage.database.prisma.message.count({ where: { chatId } })).toBe(0);
    });

    it('unrecognized_keys for a text, files or a template beside it', async () => {
      const chatId = await openChat();
      const attachments = [{ fileId: world.file.id }];
      const template = { id: world.messageTemplate.id };
      const others = { text: 'Hi', attachments, template };
      const refused = await send({ chatId, interactive: { body: 'When?', buttons }, ...others });
      const key = 'unrecognized_keys';
      expect(errorKeys(refused)).toEqual({ text: key, attachments: key, template: key });
    });

    it('too_big for what the provider of the channel cannot show', async () => {
      const { database } = stage;
      const limited = async (provider: 'instagram' | 'sms') => {
        const channel = await createChannel(database, world.tenant.id, { type: provider, provider });
        return openChat({ channelId: channel.id });
      };
      const long = {
        button: 'Options',
        sections: [{ title: 'All', rows: [{ id: 'a', title: 'x'.repeat(21) }] }],
      };
      expect(
        errorKeys(
          await send({ chatId: await limited('instagram'), interactive: { body: 'How?', list: long } }),
        ),
      ).toEqual({ 'interactive.list.sections.0.rows.0.title': 'too_big' });
      const rows = Array.from({ length: 10 }, (_, index) => ({
        id: `${index}`,
        title: 'x'.repeat(24),
        description: 'x'.repeat(72),
      }));
      const wide = { button: 'Options', sections: [{ title: 'All', rows }] };
      const interactive = { body: 'x'.repeat(1_000), list: wide };
      expect(errorKeys(await send({ chatId: await limited('sms'), interactive }))).toEqual({
        'interactive.body': 'too_big',
      });
    });

    it('409 outside the reply window of WhatsApp', async () => {
      const chatId = await openChat({ openUntil: null });
      expectStatus(await send({ chatId, interactive: { body: 'When?', buttons } }), 409);
    });
  });
}
