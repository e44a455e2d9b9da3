import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  campaignDetails,
  chats,
  contacts,
  type EventRecord,
  messages,
  notesOf,
  runsOf,
  searchEvents,
} from '@parley/core';
import { contextOf } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { channelIds, demoTenantId } from '../../../prisma/demo/ids.js';
import { insertEvents } from '../../../prisma/demo/insert-events.js';
import { seedDemo } from '../../../prisma/seed.js';

const target = useTestDatabase();
let events: readonly EventRecord[] = [];

beforeAll(async () => {
  const { database } = target;
  await seedDemo(database);
  const context = contextOf(database, demoTenantId);
  events = (await searchEvents(context, { limit: 100 })).records;
});

describe('the events of the demo', () => {
  it('are in the feed, oldest first', () => {
    expect(events.map(({ type }) => type)).toEqual([
      'campaign.completed',
      'automation.run_failed',
      'message.received',
      'message.received',
      'chat.updated',
      'contact.created',
      'contact.updated',
      'chat.created',
      'chat.updated',
      'chat.updated',
      'chat.note_added',
      'chat.note_added',
    ]);
    const times = events.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  it('have the data that the service records', async () => {
    for (const event of events) expect(event.data).toEqual(await recordNow(event));
  });

  it('name the channel, the chat and the contact of their data', async () => {
    const { rows } = await target.database.pool.query<{ id: string; keys: unknown }>(
      'select id, json_build_array(channel_id, chat_id, contact_id, legacy_type) as keys from events',
    );
    const keys = new Map(rows.map((row) => [row.id, row.keys]));
    for (const event of events) expect(keys.get(event.id)).toEqual(keysOf(event));
  });

  it('are not added to a database without partitions for them', async () => {
    const { prisma } = target.database;
    const before = await prisma.event.count();
    await addEvents(new Date('2040-03-01T12:00:00.000Z'));
    expect(await prisma.event.count()).toBe(before);
  });

  it('are those that the notes refer to', async () => {
    const notes = await target.database.prisma.chatNote.findMany({ orderBy: { createdAt: 'asc' } });
    expect(notes.map(({ eventId }) => eventId)).toEqual(events.slice(-2).map(({ id }) => id));
  });
});

async function addEvents(now: Date): Promise<void> {
  const client = await target.database.pool.connect();
  try {
    await client.query('begin');
    await insertEvents(client, now);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Returns the data as it is recorded now, except for what has changed since the event. */
async function recordNow({ id, type, data }: EventRecord): Promise<object> {
  switch (type) {
    case 'campaign.completed': {
      const campaign = await read(campaignDetails, data.id);
      return { ...campaign, totals: { ...campaign.totals, replied: 0, optedOut: 0 } };
    }
    case 'automation.run_failed':
      return read(runsOf(data.automationId), data.id);
    case 'message.received': {
      const { chatId, channelId, contactId, ...message } = await read(messages, data.id);
      const contact = await read(contacts, contactId);
      const channel = { id: channelId, type: 'sms', name: 'SMS' };
      return { ...message, chat: { id: chatId }, contact, handle: contact.handles[0], channel };
    }
    case 'contact.created':
    case 'contact.updated': {
      const contact = await read(contacts, data.id);
      return {
        ...contact,
        chats: [],
        handles: contact.handles.map((each) => ({ ...each, hasChats: false })),
      };
    }
    case 'chat.created':
    case 'chat.updated': {
      const chat = await read(chats, data.id);
      const before = { updatedAt: chat.createdAt, assignedUserId: null, assignedTeamId: null };
      const latest = events.findLast((other) => 'id' in other.data && other.data.id === data.id);
      return latest?.id === id ? chat : { ...chat, ...before };
    }
    case 'chat.note_added':
      return read(notesOf(data.chatId), data.id);
    default:
      throw new Error(`The demo has no event ${type}`);
  }
}

interface Source<Shape> {
  readonly table: string;
  readonly recordOf: (row: string) => string;
  readonly entry?: Shape;
}

async function read<Shape>({ table, recordOf }: Source<Shape>, id: string): Promise<Shape> {
  const { rows } = await target.database.pool.query<{ record: Shape }>(
    `select ${recordOf('found')} as record from ${table} found where id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no ${id} in ${table}`);
  return row.record;
}

function keysOf({ type, data }: EventRecord): (string | null)[] {
  switch (type) {
    case 'campaign.completed':
      return [data.channelId, null, null, null];
    case 'automation.run_failed':
      return [null, null, data.contactId, null];
    case 'message.received':
      return [data.channel.id, data.chat.id, data.contact.id, 'SMS_MESSAGE_RECEIVED'];
    case 'contact.created':
    case 'contact.updated':
      return [null, null, data.id, null];
    case 'chat.created':
    case 'chat.updated':
      return [data.channelId, data.id, data.contactId, null];
    case 'chat.note_added':
      return [channelIds.whatsapp, data.chatId, data.contactId, null];
    default:
      throw new Error(`The demo has no event ${type}`);
  }
}
