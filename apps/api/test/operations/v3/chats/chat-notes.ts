import { beforeEach, describe, expect, it } from '@jest/globals';
import { createChat, createNote, createUser, expectStatus } from '@parley/testkit';
import { findEvents } from '../../support/find-events.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { chatCalls, unknownId } from './chat-calls.js';

export function describeChatNotes(stage: Stage, world: RenewableWorld): void {
  const { snapshot, eventsAbout } = chatCalls(stage, world);
  const ofChat = () => ({ chatId: world.chat.id });

  function add(body: { text: string; authorUserId?: string; mentionedUserIds?: string[] }) {
    return world.v3.call('createChatNote', { params: ofChat(), body });
  }

  async function list(body: object = {}) {
    const page = await world.v3.call('searchChatNotes', { params: ofChat(), body });
    return expectStatus(page, 200).body;
  }

  beforeEach(world.renew);

  describe('createChatNote 200', () => {
    it('with author and mentions, each once and in order; emits chat.note_added and changes no chat', async () => {
      const other = await createUser(stage.database, world.tenant.id);
      const mentionedUserIds = [other.id, world.user.id.toUpperCase(), other.id];
      const before = await stage.database.prisma.chat.findFirst({ where: { id: world.chat.id } });
      const { data } = expectStatus(
        await add({ text: ' Check the invoice. ', authorUserId: world.user.id, mentionedUserIds }),
        200,
      ).body;
      expect(data).toEqual({
        id: expect.any(String),
        createdAt: expect.any(String),
        chatId: world.chat.id,
        contactId: world.contact.id,
        text: ' Check the invoice. ',
        authorUserId: world.user.id,
        authorKeyId: world.key.id,
        mentionedUserIds: [other.id, world.user.id],
      });
      expect(await eventsAbout(world.chat.id)).toEqual([{ type: 'chat.note_added', data }]);
      expect(await stage.database.prisma.chat.findFirst({ where: { id: world.chat.id } })).toEqual(before);
      expect((await list({ limit: 1 })).data).toEqual([data]);
    });

    it('with a text only; the key is the author', async () => {
      const { data } = expectStatus(await add({ text: 'x'.repeat(4_000) }), 200).body;
      expect(data).toMatchObject({ authorUserId: null, authorKeyId: world.key.id, mentionedUserIds: [] });
    });

    it('without the users that were deleted since', async () => {
      const [author, other] = [
        await createUser(stage.database, world.tenant.id),
        await createUser(stage.database, world.tenant.id),
      ];
      const mentionedUserIds = [author.id, other.id];
      expectStatus(await add({ text: 'Hello', authorUserId: author.id, mentionedUserIds }), 200);
      expectStatus(await world.v3.call('deleteUser', { params: { userId: author.id } }), 200);
      expect((await list({ limit: 1 })).data[0]).toMatchObject({
        authorUserId: null,
        mentionedUserIds: [other.id],
      });
    });
  });

  describe('createChatNote 400', () => {
    it('not_found for each unknown user, on its path; nothing is added', async () => {
      const before = await snapshot();
      const foreign = stage.other.user.id;
      const response = await add({
        text: 'Hello',
        authorUserId: unknownId,
        mentionedUserIds: [world.user.id, foreign],
      });
      const error = { key: 'not_found', message: 'User not found' };
      expect(expectStatus(response, 400).body.error.invalidParams).toEqual({
        authorUserId: error,
        'mentionedUserIds.1': error,
      });
      expect(await snapshot()).toEqual(before);
    });

    it.each([
      ['', 'too_small'],
      [' \n\t', 'invalid_string'],
      ['x'.repeat(4_001), 'too_big'],
    ])('for a text that is empty, blank or too long', async (text, key) => {
      const { error } = expectStatus(await add({ text }), 400).body;
      expect(error.invalidParams).toMatchObject({ text: { key } });
    });

    it('too_big for 51 mentions', async () => {
      const mentionedUserIds = Array.from({ length: 51 }, () => world.user.id);
      const { error } = expectStatus(await add({ text: 'Hello', mentionedUserIds }), 400).body;
      expect(error.invalidParams).toMatchObject({ mentionedUserIds: { key: 'too_big' } });
    });
  });

  describe('createChatNote and searchChatNotes 404', () => {
    it('chat_not_found for an unknown chat, a malformed id and a chat of another tenant', async () => {
      for (const chatId of [unknownId, 'chat', stage.other.chat.id]) {
        const params = { chatId };
        const added = await world.v3.call('createChatNote', { params, body: { text: 'Hello' } });
        expect(expectStatus(added, 404).body.error.messageKey).toBe('chat_not_found');
        const found = await world.v3.call('searchChatNotes', { params });
        expect(expectStatus(found, 404).body.error.messageKey).toBe('chat_not_found');
      }
    });
  });

  describe('searchChatNotes 200', () => {
    it('the notes of this chat only, newest first; pages omit nothing and repeat nothing', async () => {
      const other = await createChat(stage.database, world.tenant.id);
      await createNote(stage.database, other);
      for (let minute = 0; minute < 5; minute += 1) {
        // Two notes of the same time are ordered by their ids.
        const createdAt = new Date(Date.UTC(2030, 0, 1, 0, Math.floor(minute / 2)));
        await createNote(stage.database, world.chat, { text: String(minute), createdAt });
      }
      const texts: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor && { cursor }) });
        texts.push(...page.data.map(({ text }) => text));
        cursor = page.pagination.nextCursor;
        await createNote(stage.database, world.chat, { createdAt: new Date(Date.UTC(2040, 0, 1)) });
      } while (cursor !== null);
      expect(texts).toEqual(['4', '3', '2', '1', '0', world.note.text]);
    });

    it('filtered, sorted and searched', async () => {
      const createdAt = new Date(Date.UTC(2030, 0, 1));
      await createNote(stage.database, world.chat, { text: 'An invoice', createdAt });
      await createNote(stage.database, world.chat, { text: 'A lamp', createdAt });
      const request = { query: 'gte(createdAt,2030-01-01)', sortBy: 'createdAt:asc', search: 'INVOICE' };
      const page = await list(request);
      expect(page.data.map(({ text }) => text)).toEqual(['An invoice']);
      expect(page.query).toEqual(request);
    });
  });

  describe('searchChatNotes 400', () => {
    it('for a cursor of the messages, and for sorting by the text', async () => {
      const params = ofChat();
      const wrongCursor = await world.v3.call('searchChatNotes', { params, body: { cursor: 'x' } });
      expect(expectStatus(wrongCursor, 400).body.error.invalidParams).toHaveProperty('cursor');
      const wrongSort = await world.v3.call('searchChatNotes', { params, body: { sortBy: 'text' } });
      expect(expectStatus(wrongSort, 400).body.error.invalidParams).toHaveProperty('sortBy');
    });
  });

  describe('deleteChatNote 200', () => {
    function remove(noteId: string, chatId = world.chat.id) {
      return world.v3.call('deleteChatNote', { params: { chatId, noteId } });
    }

    it('deletes the note and the data of its event, and cancels the deliveries', async () => {
      const kept = expectStatus(await add({ text: 'Kept' }), 200).body.data;
      const { id } = expectStatus(await add({ text: 'Deleted' }), 200).body.data;
      const [first, second] = await findEvents(stage.database, ofChat());
      expect([first, second].map((event) => Object.values(event?.deliveries ?? {}))).toEqual([
        ['chat.note_added'],
        ['chat.note_added'],
      ]);
      const result = { deletedIds: [id], notFoundIds: [] };
      expect(expectStatus(await remove(id), 200).body.data).toEqual(result);
      expect((await list()).data.map(({ text }) => text)).toEqual(['Kept', world.note.text]);
      const { prisma } = stage.database;
      const stored = await prisma.event.findMany({ where: ofChat(), orderBy: { id: 'asc' } });
      expect(stored.map(({ data }) => data)).toEqual([kept, { erased: true }]);
      const eventId = { in: stored.map((event) => event.id) };
      const deliveries = await prisma.delivery.findMany({ where: { eventId }, orderBy: { eventId: 'asc' } });
      expect(deliveries.map(({ status }) => status)).toEqual(['pending', 'canceled']);
      const canceled = { webhookId: world.webhook.id, deliveryId: deliveries[1]?.id ?? '' };
      const resent = await world.v3.call('resendDelivery', { params: canceled });
      expect(expectStatus(resent, 409).body.error.messageKey).toBe('event_erased');
    });

    it('lists what does not exist: the note, or the chat', async () => {
      const other = await createChat(stage.database, world.tenant.id);
      const cases: [noteId: string, chatId: string, notFound: string][] = [
        [unknownId, world.chat.id, unknownId],
        ['note', world.chat.id, 'note'],
        [world.note.id, other.id, world.note.id],
        [world.note.id, unknownId, unknownId],
        [stage.other.note.id, stage.other.chat.id, stage.other.chat.id],
      ];
      const before = await snapshot();
      for (const [noteId, chatId, notFound] of cases) {
        const { data } = expectStatus(await remove(noteId, chatId), 200).body;
        expect(data).toEqual({ deletedIds: [], notFoundIds: [notFound] });
      }
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('deleteChat and deleteChannel', () => {
    it.each(['deleteChat', 'deleteChannel'] as const)(
      '%s deletes the notes and the data of their events',
      async (operation) => {
        expectStatus(await add({ text: 'The secret of the chat' }), 200);
        const params = { chatId: world.chat.id, channelId: world.channel.id };
        expectStatus(await world.v3.call(operation, { params }), 200);
        const { prisma } = stage.database;
        expect(await prisma.chatNote.count({ where: { tenantId: world.tenant.id } })).toBe(0);
        const [event] = await prisma.event.findMany({ where: { ...ofChat(), type: 'chat.note_added' } });
        expect(event?.data).toEqual({ erased: true });
      },
    );
  });
}
