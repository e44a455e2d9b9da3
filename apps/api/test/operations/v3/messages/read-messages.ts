import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createChat, createContact, createMessage, expectStatus } from '@parley/testkit';
import { recordStatements } from '../../support/record-statements.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { unknownId } from './message-calls.js';

export function describeMessageReads(stage: Stage, world: RenewableWorld): void {
  describe('getMessage', () => {
    beforeAll(world.renew);

    it('200 with the status, and the reason of a failure', async () => {
      const errors = [{ code: '131026', message: 'Not on WhatsApp' }];
      const failed = await createMessage(stage.database, world.chat, {
        sender: 'outbound',
        status: 'failed',
        vendorId: null,
        originType: 'api',
        errors,
      });
      const read = await world.v3.call('getMessage', { params: { messageId: failed.id } });
      expect(expectStatus(read, 200).body.data).toEqual({
        id: failed.id,
        vendorId: null,
        sender: 'outbound',
        type: 'text',
        timestamp: '2026-10-14T09:30:00.000Z',
        subject: null,
        authentication: null,
        text: failed.text,
        attachments: [],
        origin: { type: 'api', id: null },
        messageTemplateId: null,
        replyTo: null,
        interactive: null,
        reply: null,
        scheduledAt: null,
        reactions: [],
        status: 'failed',
        chatId: world.chat.id,
        channelId: world.channel.id,
        contactId: world.contact.id,
        errors,
      });
    });

    it('200 with the message that it replies to, the template and the origin', async () => {
      const [photo, question] = [
        await createMessage(stage.database, world.chat, { text: null, type: 'image' }),
        await createMessage(stage.database, world.chat, { text: 'Where is my order?' }),
      ];
      const origin = { type: 'automation', id: world.automation.id } as const;
      const { id: messageTemplateId } = world.messageTemplate;
      const made = { originType: origin.type, originId: origin.id, messageTemplateId };
      for (const { id: replyToId, text } of [photo, question]) {
        const values = { ...made, sender: 'outbound', replyToId } as const;
        const { id: messageId } = await createMessage(stage.database, world.chat, values);
        const read = await world.v3.call('getMessage', { params: { messageId } });
        expect(expectStatus(read, 200).body.data).toMatchObject({
          ...{ origin, messageTemplateId },
          replyTo: { id: replyToId, text },
        });
      }
    });

    it('404 message_not_found', async () => {
      const read = await world.v3.call('getMessage', { params: { messageId: unknownId } });
      expect(expectStatus(read, 404).body.error).toEqual({
        messageKey: 'message_not_found',
        message: 'Message not found',
      });
    });
  });

  describe('searchChatMessages 200', () => {
    beforeEach(world.renew);

    function list(body: components['schemas']['MessagePageRequest'], chatId = world.chat.id) {
      return world.v3.call('searchChatMessages', { params: { chatId }, body });
    }

    /** Writes twelve messages in three groups of four that share a time; the message of the world is the oldest. */
    async function write(): Promise<void> {
      for (let number = 1; number <= 12; number += 1) {
        const timestamp = new Date(Date.UTC(2026, 9, 15, Math.floor((number - 1) / 4)));
        await createMessage(stage.database, world.chat, { text: String(number), timestamp });
      }
    }

    it('without a body returns the ten newest, each as getMessage does, and the cursor of the next page', async () => {
      await write();
      const params = { chatId: world.chat.id };
      const { data, pagination } = expectStatus(
        await world.v3.call('searchChatMessages', { params }),
        200,
      ).body;
      expect(data.map(({ text }) => text)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
      expect(pagination).toEqual({ limit: 10, nextCursor: expect.stringMatching(/^[\w-]+$/) });
      const messageId = data[0]?.id ?? '';
      const read = await world.v3.call('getMessage', { params: { messageId } });
      expect(expectStatus(read, 200).body.data).toEqual(data[0]);
    });

    it('pages omit nothing and repeat nothing, whatever is added and deleted in between', async () => {
      await write();
      const texts: (string | null)[] = [];
      let cursor: string | null = null;
      do {
        const page: ReturnType<typeof pageOf> = pageOf(await list({ limit: 5, ...(cursor && { cursor }) }));
        texts.push(...page.data.map(({ text }) => text));
        cursor = page.pagination.nextCursor;
        await createMessage(stage.database, world.chat, { timestamp: new Date(startTime) });
        // The message at which the next page begins may have been deleted.
        const last = page.data.at(-1);
        await stage.database.prisma.chat.updateMany({
          where: { id: world.chat.id },
          data: { latestMessageId: null },
        });
        await stage.database.prisma.message.deleteMany({ where: { id: last?.id ?? '' } });
      } while (cursor !== null);
      expect(texts).toEqual([
        ...Array.from({ length: 12 }, (_, index) => String(12 - index)),
        world.message.text,
        world.scheduledMessage.text,
      ]);
    });

    function pageOf(response: Awaited<ReturnType<typeof list>>) {
      return expectStatus(response, 200).body;
    }

    it('the last page has no cursor, even if it is full, and a chat without messages has one page', async () => {
      await write();
      expect(pageOf(await list({ limit: 14 })).pagination).toEqual({ limit: 14, nextCursor: null });
      expect(pageOf(await list({ limit: 100 })).data).toHaveLength(14);
      const empty = await createChat(stage.database, world.tenant.id);
      expect(pageOf(await list({}, empty.id))).toEqual({
        success: true,
        data: [],
        pagination: { limit: 10, nextCursor: null },
        query: { query: null, sortBy: null, search: null },
      });
    });

    it('each page is one statement, which reads no more than it returns', async () => {
      await write();
      const { nextCursor } = pageOf(await list({ limit: 2 })).pagination;
      const { result, statements } = await recordStatements(() =>
        list({ limit: 2, ...(nextCursor && { cursor: nextCursor }) }),
      );
      expect(pageOf(result).data).toHaveLength(2);
      expect(statements).toHaveLength(1);
    });

    it('a cursor of another chat is only a position in time', async () => {
      await write();
      const other = await createContact(stage.database, world.tenant.id);
      const chat = await createChat(stage.database, world.tenant.id, {
        contactId: other.id,
        handleId: other.handle.id,
      });
      await createMessage(stage.database, chat, { text: 'theirs' });
      const { nextCursor } = pageOf(await list({ limit: 12 })).pagination;
      const page = pageOf(await list({ ...(nextCursor && { cursor: nextCursor }) }, chat.id));
      expect(page.data.map(({ text }) => text)).toEqual(['theirs']);
    });
  });
}
