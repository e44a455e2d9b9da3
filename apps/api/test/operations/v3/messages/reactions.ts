import { beforeEach, describe, expect, it } from '@jest/globals';
import { createChannel, createMessage, expectStatus } from '@parley/testkit';
import { errorKeys, failure } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { messageCalls, unknownId } from './message-calls.js';

const choice = { id: 'yes', title: 'Yes' };
const rows = [
  { ...choice, description: 'I do' },
  { id: 'no', title: 'No', description: null },
];
const list = { button: 'Options', sections: [{ title: 'All', rows }] };
const unset = { body: 'Sure?', header: null, footer: null, buttons: null, list: null, link: null };

export function describeReactions(stage: Stage, world: RenewableWorld): void {
  const { openChat } = messageCalls(stage, world);
  describe('reactions', () => {
    beforeEach(world.renew);

    const react = (messageId: string, emoji: string | null) =>
      world.v3.call('setMessageReaction', { params: { messageId }, body: { emoji } });

    /** Creates a message in a new chat on a channel of this type, whose reply window is open. */
    async function receive(type: Parameters<typeof createChannel>[2] = {}, values: object = {}) {
      const { database } = stage;
      const channel = await createChannel(database, world.tenant.id, type);
      const chatId = await openChat({ channelId: channel.id });
      const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
      return createMessage(database, chat, values);
    }

    describe('setMessageReaction 200', () => {
      it('the message shows the reaction, message.updated is emitted, and a job sends it', async () => {
        const { id, chatId } = await receive();
        const { data } = expectStatus(await react(id.toUpperCase(), '👍'), 200).body;
        expect(data.reactions).toEqual([{ emoji: '👍', sender: 'outbound', timestamp: startTime }]);
        const read = await world.v3.call('getMessage', { params: { messageId: id } });
        expect(expectStatus(read, 200).body.data).toEqual(data);
        expect(await findEvents(stage.database, { chatId })).toMatchObject([
          { type: 'message.updated', data: { reactions: data.reactions } },
        ]);
        expect(await findJobs(stage.database, 'send-reaction', id)).toHaveLength(1);
      });

      it('another emoji replaces the reaction, and null removes it', async () => {
        const { id, chatId } = await receive();
        expectStatus(await react(id, '👍'), 200);
        const replaced = expectStatus(await react(id, '❤️'), 200).body.data;
        expect(replaced.reactions).toMatchObject([{ emoji: '❤️' }]);
        expect(expectStatus(await react(id, null), 200).body.data.reactions).toEqual([]);
        expect(await findEvents(stage.database, { chatId })).toHaveLength(3);
      });

      it('the same reaction again emits nothing and sends nothing', async () => {
        const { id, chatId } = await receive();
        for (const _ of [1, 2]) expectStatus(await react(id, '👍'), 200);
        expectStatus(await react((await receive()).id, null), 200);
        expect(await findEvents(stage.database, { chatId })).toHaveLength(1);
      });

      it('the reaction of the contact stays', async () => {
        const inbound = { emoji: '😂', timestamp: '2026-10-15T09:00:00.000Z' };
        const { id } = await receive({}, { reactions: { inbound } });
        expect(expectStatus(await react(id, '👍'), 200).body.data.reactions).toEqual([
          { ...inbound, sender: 'inbound' },
          { emoji: '👍', sender: 'outbound', timestamp: startTime },
        ]);
      });

      it.each([
        { interactive: { ...unset, buttons: [choice] } },
        { interactive: { ...unset, header: 'Order', footer: 'Thank you', list } },
        { interactive: { ...unset, link: { title: 'Open', url: 'https://shop.example' } } },
        { originType: 'api', scheduledAt: new Date(startTime) } as const,
      ])('the response is the message as it is read: %j', async (values) => {
        const photo = await receive({}, { text: null });
        const chat = await stage.database.prisma.chat.findFirstOrThrow({ where: { id: photo.chatId } });
        const replying = { ...values, sender: 'outbound', replyToId: photo.id } as const;
        const { id } = await createMessage(stage.database, chat, replying);
        const { data } = expectStatus(await react(id, null), 200).body;
        const read = await world.v3.call('getMessage', { params: { messageId: id } });
        expect(expectStatus(read, 200).body.data).toEqual(data);
        expect(data.replyTo).toEqual({ id: photo.id, text: null });
      });

      it('Instagram accepts a heart, also without its variation selector', async () => {
        for (const emoji of ['❤️', '❤']) {
          expectStatus(await react((await receive({ type: 'instagram' })).id, emoji), 200);
        }
      });
    });

    describe('setMessageReaction 400', () => {
      it.each(['', 'thanks', '👍👍', 'x'.repeat(65)])('invalid emoji: "%s"', async (emoji) => {
        expect(errorKeys(await react(world.message.id, emoji))).toHaveProperty('emoji');
      });

      it('Instagram accepts only a heart', async () => {
        const { id, chatId } = await receive({ type: 'instagram' });
        expect(errorKeys(await react(id, '👍'))).toEqual({ emoji: 'invalid_string' });
        expect(await findEvents(stage.database, { chatId })).toEqual([]);
      });
    });

    describe('setMessageReaction 404', () => {
      it.each([unknownId, 'no-id'])('for %s', async (id) => {
        expect((await react(id, '👍')).status).toBe(404);
        expect((await react(stage.other.message.id, '👍')).status).toBe(404);
      });
    });

    describe('setMessageReaction 409', () => {
      it.each(['sms', 'email'] as const)('reactions_not_supported by %s', async (type) => {
        const refused = expectStatus(await react((await receive({ type })).id, '👍'), 409);
        expect(refused.body).toEqual(
          failure('reactions_not_supported', 'The channel of this message has no reactions'),
        );
      });

      it('message_not_reactable for a message that the provider does not know', async () => {
        const { id } = await receive({}, { vendorId: null, sender: 'outbound', status: 'pending' });
        const refused = expectStatus(await react(id, '👍'), 409);
        expect(refused.body).toEqual(
          failure(
            'message_not_reactable',
            'The provider does not know this message, so nobody can react to it',
          ),
        );
      });

      it('reply_window_closed when the contact has not written for 24 hours', async () => {
        const { id } = await createMessage(stage.database, world.chat, {});
        const refused = expectStatus(await react(id, '👍'), 409);
        expect(refused.body.error.messageKey).toBe('reply_window_closed');
        expect(await findJobs(stage.database, 'send-reaction', id)).toEqual([]);
      });
    });
  });
}
