import { chatIds, demoId, demoKeyId, userIds } from './ids.js';

/** The events of these notes have expired. */
export const notes = [
  {
    id: demoId('d5'),
    chatId: chatIds.ada,
    text: 'Wants to return the lamp. Please check the invoice.',
    authorUserId: userIds.mara,
    authorKeyId: demoKeyId,
    mentionedUserIds: [userIds.noor],
    eventId: demoId('d7'),
    createdAt: new Date('2026-11-14T09:14:00.000Z'),
  },
  {
    id: demoId('d6'),
    chatId: chatIds.ada,
    text: 'The invoice is correct.',
    authorKeyId: demoKeyId,
    eventId: demoId('d8'),
    createdAt: new Date('2026-11-14T09:16:00.000Z'),
  },
];
