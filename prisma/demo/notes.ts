import { chatIds, demoId, demoKeyId, userIds } from './ids.js';
import { shiftTimes } from './shift-times.js';
import { timedId } from './timed-id.js';

export type NoteRow = ReturnType<typeof makeNotes>[number];

export function makeNotes(now: Date) {
  return notes.map((note) => {
    const { createdAt } = shiftTimes(note, now);
    return { ...note, authorKeyId: demoKeyId, eventId: timedId(createdAt, note.id.slice(-2)) };
  });
}

const notes = [
  {
    id: demoId('d5'),
    chatId: chatIds.ada,
    text: 'Wants to return the lamp. Please check the invoice.',
    authorUserId: userIds.mara,
    mentionedUserIds: [userIds.noor],
    createdAt: new Date('2026-11-14T09:14:00.000Z'),
  },
  {
    id: demoId('d6'),
    chatId: chatIds.ada,
    text: 'The invoice is correct.',
    createdAt: new Date('2026-11-14T09:16:00.000Z'),
  },
];
