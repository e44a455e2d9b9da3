import { test } from '@jest/globals';
import { createNote, newId } from '@parley/core';
import { checkWebhook, contextOf, createChat, createUser, createWebhook } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import type { useReceivers } from '../support/use-receivers.js';
import type { useWorker } from '../support/use-worker.js';

export function testNoteFields(
  running: ReturnType<typeof useWorker>,
  receiver: ReturnType<typeof useReceivers>['receiver'],
): void {
  test('notes with and without their author', async () => {
    const { database, tenant, now } = running;
    const context = contextOf(database, tenant.id, now);
    const target = await receiver();
    await createWebhook(database, tenant.id, { url: target.url, events: [{ type: 'chat.note_added' }] });
    const { id: chatId } = await createChat(database, tenant.id);
    const { id: userId } = await createUser(database, tenant.id);
    const actor = { type: 'api_key', keyId: newId() } as const;
    const people = { authorUserId: userId, mentionedUserIds: [userId] };
    await createNote({ ...context, actor }, { chatId, text: 'Please call back', ...people });
    await createNote(context, { chatId, text: 'Done' });
    await waitUntil(() => target.requests.length === 2);
    for (const { body } of target.requests) checkWebhook('v3', body);
  });
}
