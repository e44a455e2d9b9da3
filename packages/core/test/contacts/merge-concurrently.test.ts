import { describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import {
  addContactLabels,
  contacts,
  getById,
  mergeContacts,
  receiveMessage,
  createChat as startChat,
} from '../../src/index.js';
import { ask, prepareQuestion } from '../automations/prepare-question.js';
import { prepareRun, send } from '../automations/prepare-run.js';
import { createChatOf } from '../create-chat-of.js';
import { findJobs } from '../find-jobs.js';
import { receivedMessage } from '../messages/received-message.js';
import { createAutomation, createChannel, createContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;

async function prepareTwo() {
  const tenantId = own.tenant.id;
  const channel = await createChannel(database, tenantId, { type: 'sms', stopWords: ['STOP'] });
  const [kept, merged] = [await createContact(database, tenantId), await createContact(database, tenantId)];
  const chatOf = (contact: typeof kept) => createChatOf(database, contact, { channelId: channel.id });
  const write = (contact: typeof kept, text = 'Hello', channelId = channel.id) => {
    const from = { handleType: 'phone_number', value: contact.handle.value } as const;
    return receiveMessage(worlds.context(), { channelId, item: receivedMessage({ from, text }) });
  };
  const merge = () => mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id });
  return { channel, kept, merged, chatOf, write, merge };
}

describe('messages that arrive during a merge', () => {
  test('all are stored in their chats, which belong to the kept contact', async () => {
    // Runs refer to the contact, so each message also locks it.
    await createAutomation(database, own.tenant.id, { triggerType: 'message_received', steps: [] });
    const { channel, kept, merged, chatOf, write, merge } = await prepareTwo();
    const chats = [await chatOf(kept), await chatOf(merged)];
    const texts = Array.from({ length: 40 }, (_, number) => (number % 10 === 9 ? 'STOP' : `${number}`));
    const started = texts.map((text, number) => () => write(number % 2 ? kept : merged, text));
    const work = [...started.slice(0, 20), merge, ...started.slice(20)];
    await Promise.all(work.map((one) => one()));
    const stored = await prisma.chat.findMany({
      where: { channelId: channel.id },
      include: { messages: true },
    });
    expect(stored.map(({ id }) => id).sort()).toEqual(chats.map(({ id }) => id).sort());
    expect(stored.map(({ contactId }) => contactId)).toEqual([kept.id, kept.id]);
    expect(stored.flatMap(({ messages }) => messages)).toHaveLength(40);
    expect(await prisma.contact.findFirst({ where: { id: kept.id } })).toMatchObject({ isSubscribed: false });
  });

  test('the first message of the merged contact on a channel waits, and its chat belongs to the kept contact', async () => {
    const { kept, merged, write, merge } = await prepareTwo();
    const other = await createChannel(database, own.tenant.id, { type: 'sms' });
    const [, result] = await whileHeld(database, {
      // Both wait: the merge for the contact, and the message for the contact or the merge.
      hold: (client) =>
        client.query('select from contacts where tenant_id = $1 and id = $2 for update', [
          merged.tenantId,
          merged.id,
        ]),
      work: () => Promise.all([merge(), write(merged, 'Hello', other.id)]),
      waiting: 2,
    });
    const chat = await prisma.chat.findFirstOrThrow({ where: { id: result?.chatId ?? '' } });
    expect(chat.contactId).toBe(kept.id);
  });

  test('two merges in opposite directions: one of them wins, and the other one is refused', async () => {
    const { kept, merged } = await prepareTwo();
    const results = await Promise.allSettled([
      mergeContacts(worlds.context(), { contactId: kept.id, mergedId: merged.id }),
      mergeContacts(worlds.context(), { contactId: merged.id, mergedId: kept.id }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = await prisma.contact.findMany({
      where: { id: { in: [kept.id, merged.id] } },
    });
    expect(left).toHaveLength(1);
  });

  test('a merge waits for no other contact, nor for its chats and runs', async () => {
    const other = await prepareRun(worlds, [send('1')]);
    const { merged, merge } = await prepareTwo();
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      for (const [table, id] of [
        ['automation_runs', other.runId],
        ['chats', other.chatId],
        ['contacts', other.contactId],
      ])
        await client.query(`select from ${table} where tenant_id = $1 and id = $2 for update`, [
          merged.tenantId,
          id,
        ]);
      expect((await merge()).id).not.toBe(other.contactId);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('writes to the merged contact wait and then do not find it', async () => {
    const { merged, merge, kept, channel } = await prepareTwo();
    const place = { contactId: merged.id, channelId: channel.id };
    const labelIds = [own.label.id];
    const results = await Promise.allSettled([
      merge(),
      startChat(worlds.context(), place),
      addContactLabels(worlds.context(), { contactId: merged.id, labelIds }),
    ]);
    expect(results[0].status).toBe('fulfilled');
    for (const result of results.slice(1))
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'contact_not_found' });
    const contact = await getById(worlds.context(), contacts, kept.id);
    expect(contact.chats).toHaveLength(results[1].status === 'fulfilled' ? 1 : 0);
    expect(contact.labels).toHaveLength(results[2].status === 'fulfilled' ? 1 : 0);
  });
});

describe('an erasure that hides one of the contacts while the merge waits for it', () => {
  /** As `eraseContact` does for a person with many records, whose rows are deleted later. */
  async function hide(client: pg.PoolClient, { tenantId, id }: { tenantId: string; id: string }) {
    const key = [tenantId, id];
    await client.query('select from contacts where tenant_id = $1 and id = $2 for update', key);
    await client.query(
      `insert into erasures (tenant_id, contact_id, requested_at) values ($1, $2, '2026-11-14')`,
      key,
    );
    await client.query(
      `insert into erased_records (tenant_id, contact_id, id, is_hidden) values ($1, $2, $2, true)`,
      key,
    );
    await client.query('update contacts set first_name = null where tenant_id = $1 and id = $2', key);
  }

  test.each([
    ['kept', 'contact_not_found'],
    ['merged', 'invalid_body_params'],
  ] as const)('the %s one: %s, and nothing moves', async (erased, code) => {
    const two = await prepareTwo();
    const chat = await two.chatOf(two.merged);
    const merging = whileHeld(database, {
      hold: (client) => hide(client, two[erased]),
      work: two.merge,
    });
    await expect(merging).rejects.toMatchObject({ code });
    expect(await prisma.chat.findFirst({ where: { id: chat.id } })).toMatchObject({
      contactId: two.merged.id,
    });
  });
});

describe('a run of the merged contact', () => {
  test('that waits for a reply gets the reply, and continues for the kept contact', async () => {
    const run = await prepareQuestion(worlds, [ask(), { type: 'add_label', labelId: own.label.id }]);
    const kept = await createContact(database, own.tenant.id);
    await run.work();
    await mergeContacts(run.context, { contactId: kept.id, mergedId: run.contactId });
    await run.write('Berlin');
    expect(await run.work()).toMatchObject({ outcome: 'completed' });
    expect(await run.read()).toMatchObject({ contactId: kept.id, variables: { answer: 'Berlin' } });
    const { labels } = await getById(run.context, contacts, kept.id);
    expect(labels.map(({ id }) => id)).toEqual([own.label.id]);
  });

  test('that a worker has leased is taken from it, and another one repeats the step', async () => {
    const steps = [{ type: 'call_webhook', url: 'https://partner.example/hook' }, send('Thank you')] as const;
    const run = await prepareQuestion(worlds, steps);
    const kept = await createContact(database, own.tenant.id);
    const succeeded = { kind: 'succeeded', statusCode: 200 } as const;
    const interrupted = await run.work({
      callWebhook: async () => {
        await mergeContacts(run.context, { contactId: kept.id, mergedId: run.contactId });
        return succeeded;
      },
    });
    expect(interrupted).toEqual({ outcome: 'over' });
    const jobs = await findJobs(database, 'run-automation', run.runId);
    expect(jobs.filter(({ key }) => key !== null)).toHaveLength(1);
    const called: string[] = [];
    const report = await run.work({
      callWebhook: async ({ contact }) => {
        called.push(contact.id);
        return succeeded;
      },
    });
    expect({ report, called }).toEqual({ report: { outcome: 'completed' }, called: [kept.id] });
    expect(await run.texts()).toEqual(['Thank you']);
  });
});
