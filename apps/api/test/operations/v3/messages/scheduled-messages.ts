import { beforeEach, describe, expect, it } from '@jest/globals';
import { createContact, createHandle, expectStatus } from '@parley/testkit';
import { errorKeys, failure } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { messageCalls, unknownId } from './message-calls.js';

const rows = [
  { id: 'post', title: 'Post', description: 'Two days' },
  { id: 'express', title: 'Express' },
];

export function describeScheduledMessages(stage: Stage, world: RenewableWorld): void {
  const { send, openChat } = messageCalls(stage, world);
  describe('scheduled messages', () => {
    const scheduledAt = '2026-10-15T10:15:00.000Z';
    let chatId: string;

    beforeEach(async () => {
      await world.renew();
      chatId = await openChat();
    });

    async function schedule() {
      return expectStatus(await send({ chatId, text: 'Later', scheduledAt }), 200).body.data;
    }

    const cancel = (messageId: string) => world.v3.call('cancelMessage', { params: { messageId } });

    describe('sendMessage 200 with scheduledAt', () => {
      it('the message is scheduled, with a job for its time; it is found by its status', async () => {
        const message = await schedule();
        expect(message).toMatchObject({
          status: 'scheduled',
          scheduledAt,
          timestamp: scheduledAt,
          vendorId: null,
        });
        const jobs = await findJobs(stage.database, 'start-scheduled-message', message.id);
        expect(jobs).toMatchObject([{ runAt: scheduledAt }]);
        const query = 'eq(status,scheduled)';
        const page = await world.v3.call('searchChatMessages', { params: { chatId }, body: { query } });
        expect(expectStatus(page, 200).body.data).toEqual([message]);
        const chat = expectStatus(await world.v3.call('getChat', { params: { chatId } }), 200).body.data;
        expect(chat.latestMessage).toBeNull();
      });
    });

    describe('sendMessage 200 with a local scheduledAt', () => {
      it.each([
        ['the zone of the contact', '2026-10-15T12:15:00', 'contact', {}, scheduledAt],
        ['a zone of its own', '2026-10-15T19:15', 'contact', { timeZone: 'Asia/Tokyo' }, scheduledAt],
        ['the zone of the workspace', '2026-10-15T06:15:00', 'workspace', {}, scheduledAt],
        [
          'that, if the number tells none',
          '2026-10-15T06:15:00',
          'contact',
          { phoneNumber: null },
          scheduledAt,
        ],
        ['the name of a zone', '2026-10-15T15:45:00', 'Asia/Kolkata', {}, scheduledAt],
      ])('%s: %s %s', async (_, at, timeZone, values, expected) => {
        const { prisma } = stage.database;
        const { contactId } = await prisma.chat.findFirstOrThrow({ where: { id: chatId } });
        const phoneNumber = '+4915112345678';
        await prisma.contact.updateMany({ where: { id: contactId }, data: { phoneNumber, ...values } });
        const zone = { timeZone: 'America/New_York' };
        await prisma.tenant.update({ where: { id: world.tenant.id }, data: zone });
        const response = await send({ chatId, text: 'Later', scheduledAt: { at, timeZone } });
        expect(expectStatus(response, 200).body.data).toMatchObject({
          status: 'scheduled',
          scheduledAt: expected,
        });
      });

      it('to an address: the zone of a new number', async () => {
        const to = { phoneNumber: '+81312345678' };
        const template = { id: world.messageTemplate.id, variables: { firstName: 'Yuki' } };
        const local = { at: '2026-10-16T09:00:00', timeZone: 'contact' };
        const response = await send({ channelId: world.channel.id, to, template, scheduledAt: local });
        expect(expectStatus(response, 200).body.data.scheduledAt).toBe('2026-10-16T00:00:00.000Z');
      });
    });

    it('sendMessage 200 with a local scheduledAt, to an address: the zone of the contact whose number it is', async () => {
      const { database } = stage;
      const value = '+4915198765432';
      const kinds = [
        ['instagram', 'Asia/Tokyo'],
        ['phone_number', 'Asia/Kolkata'],
      ] as const;
      for (const [type, timeZone] of kinds) {
        const { id: contactId } = await createContact(database, world.tenant.id, { timeZone });
        await createHandle(database, world.tenant.id, { contactId, type, value });
      }
      const to = { phoneNumber: value };
      const template = { id: world.messageTemplate.id, variables: { firstName: 'Yuki' } };
      const local = { at: '2026-10-16T09:00:00', timeZone: 'contact' };
      const response = await send({ channelId: world.channel.id, to, template, scheduledAt: local });
      expect(expectStatus(response, 200).body.data.scheduledAt).toBe('2026-10-16T03:30:00.000Z');
    });

    describe('sendMessage 400 for a local scheduledAt', () => {
      it.each([
        [{ at: '2026-02-30T09:00:00', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_date' }],
        [{ at: '2026-10-15T25:00:00', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_date' }],
        [{ at: '2026-10-15T09:00:00Z', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_string' }],
        [
          { at: '2026-10-15T12:00:00', timeZone: 'Mars/Olympus' },
          { 'scheduledAt.timeZone': 'invalid_string' },
        ],
        [{ at: '2026-10-15T09:30:00', timeZone: 'UTC' }, { scheduledAt: 'too_small' }],
        [{ at: '2026-10-15T12:00:00' }, { 'scheduledAt.timeZone': 'invalid_type' }],
      ])('%j', async (time, errors) => {
        const wrongBody = { chatId, text: 'Hi', scheduledAt: time };
        expect(errorKeys(await world.v3.call('sendMessage', { wrongBody }))).toEqual(errors);
      });
    });

    describe('sendMessage 400 for scheduledAt', () => {
      it.each([
        [startTime, 'too_small'],
        ['2020-01-01T00:00:00Z', 'too_small'],
        ['2027-10-17T10:00:00Z', 'too_big'],
        ['tomorrow', 'invalid_date'],
      ])('%s: %s', async (time, key) => {
        expect(errorKeys(await send({ chatId, text: 'Hi', scheduledAt: time }))).toEqual({
          scheduledAt: key,
        });
        expect(await stage.database.prisma.message.count({ where: { chatId } })).toBe(0);
      });
    });

    describe('sendMessage 409 with scheduledAt', () => {
      it('reply_window_closed if the window closes before that time', async () => {
        const { status } = await send({ chatId, text: 'Hi', scheduledAt: '2026-10-15T10:30:00.000Z' });
        expect(status).toBe(409);
      });
    });

    describe('cancelMessage 200', () => {
      it('the message is canceled, and message.updated is emitted', async () => {
        const message = await schedule();
        const { data } = expectStatus(await cancel(message.id.toUpperCase()), 200).body;
        expect(data).toEqual({ ...message, status: 'canceled' });
        const read = await world.v3.call('getMessage', { params: { messageId: message.id } });
        expect(expectStatus(read, 200).body.data).toEqual(data);
        expect(await findEvents(stage.database, { chatId })).toMatchObject([
          { type: 'message.updated', data: { status: 'canceled' } },
        ]);
      });

      it.each([
        { buttons: [{ id: 'yes', title: 'Yes' }], header: 'Order', footer: 'Thank you' },
        { list: { button: 'Choose', sections: [{ title: 'Ways', rows }] } },
        { link: { title: 'Track it', url: 'https://shop.example/orders' } },
      ])('shows the choices of an interactive message: %j', async (choices) => {
        const interactive = { body: 'Does it fit?', ...choices };
        const message = expectStatus(await send({ chatId, interactive, scheduledAt }), 200).body.data;
        const { data } = expectStatus(await cancel(message.id), 200).body;
        expect(data).toMatchObject({ status: 'canceled', interactive: { body: 'Does it fit?', ...choices } });
      });
    });

    describe('cancelMessage 404', () => {
      it.each([unknownId, 'no-id'])('for %s', async (id) => {
        expect((await cancel(id)).status).toBe(404);
        expect((await cancel(stage.other.message.id)).status).toBe(404);
      });
    });

    describe('cancelMessage 409', () => {
      it('message_not_cancelable for a message that was canceled, or was never scheduled; nothing changes', async () => {
        const message = await schedule();
        expectStatus(await cancel(message.id), 200);
        for (const id of [message.id, world.message.id]) {
          const refused = expectStatus(await cancel(id), 409);
          expect(refused.body).toEqual(
            failure('message_not_cancelable', 'The message is not scheduled, so it cannot be canceled'),
          );
        }
        expect(await findEvents(stage.database, { chatId })).toHaveLength(1);
      });
    });
  });
}
