import { makeCampaigns } from './campaigns.js';
import {
  campaignData,
  chatData,
  contactData,
  type DateText,
  noteData,
  receivedData,
  runData,
} from './event-data.js';
import { channelIds, chatIds, contactIds, demoId, runIds } from './ids.js';
import { makeNotes } from './notes.js';
import { shiftTimes } from './shift-times.js';
import { timedId } from './timed-id.js';

const ofBruno = { channelId: channelIds.sms, chatId: chatIds.bruno, contactId: contactIds.bruno };
const ofUnknown = { channelId: channelIds.whatsapp, chatId: chatIds.unknown, contactId: contactIds.unknown };
const ofAda = { channelId: channelIds.whatsapp, chatId: chatIds.ada, contactId: contactIds.ada };

/** What has happened in the demo, for the feed. No webhook was active, so nothing was delivered. */
export function makeEvents(now: Date) {
  const text: DateText = (date) => shiftTimes({ date }, now).date.toISOString();
  return [
    campaignCompleted(now, text),
    {
      ...timed('2026-11-12T09:00:00.000Z', 'e1', now),
      type: 'automation.run_failed',
      contactId: contactIds.chiara,
      data: runData(runIds.orderUpdate, text),
    },
    received('2026-11-13T16:20:00.000Z', '54', now),
    received('2026-11-13T16:21:00.000Z', '55', now),
    {
      ...timed('2026-11-13T16:21:00.000Z', 'e2', now),
      ...ofBruno,
      type: 'chat.updated',
      data: chatData(chatIds.bruno, text),
    },
    ...unknownAdded(now, text),
    ...makeNotes(now).map((note) => ({
      id: note.eventId,
      createdAt: note.createdAt,
      ...ofAda,
      type: 'chat.note_added',
      data: noteData(note, text),
    })),
  ];
}

/** The campaign has ended before Ada replied and Emil unsubscribed. */
function campaignCompleted(now: Date, text: DateText) {
  const [campaign] = makeCampaigns(now);
  const nothing = { pending: 0, failed: 0, skipped: 0, canceled: 0, replied: 0, optedOut: 0 };
  return {
    ...timed('2026-10-20T08:01:00.000Z', 'e0', now),
    type: 'campaign.completed',
    channelId: campaign.channelId,
    data: campaignData(campaign, { ...nothing, recipients: 2, sent: 2, delivered: 2, read: 1 }, text),
  };
}

function received(at: string, message: string, now: Date) {
  const text: DateText = (date) => shiftTimes({ date }, now).date.toISOString();
  return {
    ...timed(at, message, now),
    ...ofBruno,
    type: 'message.received',
    legacyType: 'SMS_MESSAGE_RECEIVED',
    data: receivedData(demoId(message), text),
  };
}

/** A contact and then a chat are created, and the chat is assigned. */
function unknownAdded(now: Date, text: DateText) {
  const contact = { ...contactData(contactIds.unknown, text), chats: [] };
  const withoutChats = contact.handles.map((handle) => ({ ...handle, hasChats: false }));
  const { id: contactId } = contact;
  const chat = chatData(chatIds.unknown, text);
  const unassigned = { ...chat, updatedAt: chat.createdAt, assignedUserId: null, assignedTeamId: null };
  const alone = { contactId, data: { ...contact, handles: withoutChats } };
  const createdAt = '2026-11-14T07:45:00.000Z';
  return [
    { ...timed(createdAt, 'e3', now), ...alone, type: 'contact.created' },
    { ...timed(createdAt, 'e4', now), ...alone, type: 'contact.updated' },
    { ...timed(createdAt, 'e5', now), ...ofUnknown, type: 'chat.created', data: unassigned },
    { ...timed(createdAt, 'e6', now), ...ofUnknown, type: 'chat.updated', data: unassigned },
    { ...timed('2026-11-14T07:50:00.000Z', 'e7', now), ...ofUnknown, type: 'chat.updated', data: chat },
  ];
}

function timed(at: string, suffix: string, now: Date) {
  const createdAt = new Date(at);
  return { id: timedId(shiftTimes({ createdAt }, now).createdAt, suffix), createdAt };
}
