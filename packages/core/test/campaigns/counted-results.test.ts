import { describe, expect, test } from '@jest/globals';
import { firstIdAt } from '@parley/database';
import {
  cancelCampaign,
  continueErasure,
  deleteCampaign,
  eraseContact,
  finishCampaign,
  mergeContacts,
  receiveMessage,
  removeExpired,
  startOccurrence,
} from '../../src/index.js';
import { removeCampaignSends } from '../../src/retention/remove-campaign-sends.js';
import { foldCampaignResults } from '../../src/tenants/fold-campaign-results.js';
import { receivedMessage } from '../messages/received-message.js';
import { createRandom } from '../search/random-filter.js';
import { createChat } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';
import { recountResults } from './recount-results.js';
import { report } from './report-status.js';

const worlds = useWorlds({ recordsErasedAtOnce: 30, deletionBatch: 10 });
const { database, prisma } = worlds;

const day = 24 * 60 * 60 * 1_000;

/** What can happen to a campaign, each by the use case of the service. */
function happenings(prepared: PreparedCampaign, random: () => number) {
  const { context, campaign } = prepared;
  const where = { tenantId: context.tenantId };
  const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const people = () => prisma.contact.findMany({ where, orderBy: { id: 'asc' } });
  const statuses = ['sent', 'delivered', 'read', 'failed'] as const;
  return {
    start: async () => {
      context.clock.advance(day);
      await startOccurrence(context, campaign.id);
    },
    run: prepared.runAll,
    report: async () => {
      const sent = { ...where, sender: 'outbound' } as const;
      const message = oneOf(await prisma.message.findMany({ where: sent, orderBy: { id: 'asc' } }));
      const status = oneOf(statuses) ?? 'sent';
      if (message) await report(prepared, message.id, status);
    },
    write: async () => {
      const handle = oneOf(await prisma.handle.findMany({ where, orderBy: { id: 'asc' } }));
      if (!handle) return;
      const text = oneOf(['Yes, please', 'STOP', 'START']) ?? null;
      const from = { handleType: 'phone_number', value: handle.value } as const;
      const item = receivedMessage({ from, text, timestamp: context.now() });
      await receiveMessage(context, { channelId: campaign.channelId, item });
    },
    merge: async () => {
      const [contactId, mergedId] = [oneOf(await people())?.id, oneOf(await people())?.id];
      if (contactId && mergedId && contactId !== mergedId)
        await mergeContacts(context, { contactId, mergedId });
    },
    erase: async () => {
      const contactId = oneOf(await people())?.id;
      if (!contactId) return;
      await eraseContact(context, contactId);
      await continueErasure(context, contactId);
    },
    finish: () => finishCampaign(context, campaign.id),
    fold: () => foldCampaignResults(database),
    expire: () => removeExpired(database, new Date(Date.now() + 400 * day), worlds.sizes),
  };
}

/** Reports and messages are frequent, erasures and merges are not. */
const frequencies = {
  start: 2,
  run: 4,
  report: 14,
  write: 8,
  merge: 1,
  erase: 1,
  finish: 2,
  fold: 2,
  expire: 1,
};

describe('the counted results of a campaign', () => {
  test.each([1, 2, 3, 4, 5])(
    'are those of a recount after each of 60 random happenings (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const prepared = await prepareCampaign(worlds, {
        contactCount: 8,
        recurrenceRules: ['FREQ=DAILY;COUNT=5'],
        isRecurring: true,
      });
      const { context } = prepared;
      const data = { stopWords: ['STOP'], startWords: ['START'] };
      await prisma.channel.updateMany({ where: { tenantId: context.tenantId }, data });
      const happen = happenings(prepared, random);
      const names = Object.entries(frequencies).flatMap(([name, number]) => Array(number).fill(name));
      const history: string[] = [];
      for (let step = 0; step < 60; step += 1) {
        const name: keyof typeof happen = names[Math.floor(random() * names.length)];
        history.push(name);
        await happen[name]();
        const [campaign] = await recountResults(database, context.tenantId);
        expect({ history, ...campaign?.counted }).toEqual({ history, ...campaign?.recounted });
        const negative = Object.entries(campaign?.counted ?? {}).filter(([, number]) => number < 0);
        expect({ history, negative }).toEqual({ history, negative: [] });
      }
    },
    60_000,
  );

  test('do not change when a status is reported twice or late', async () => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    await prepared.send();
    const [send] = await prepared.sends();
    for (const status of ['sent', 'sent', 'read', 'delivered', 'sent', 'read'] as const)
      await report(prepared, send?.messageId ?? null, status);
    expect(await prepared.totals()).toMatchObject({
      recipients: 1,
      sent: 1,
      delivered: 1,
      read: 1,
      failed: 0,
    });
  });
});

describe('a message of a campaign that is reported before it was sent', () => {
  test.each([
    ['delivered', { pending: 0, sent: 1, delivered: 1, read: 0, failed: 0 }],
    ['read', { pending: 0, sent: 1, delivered: 1, read: 1, failed: 0 }],
    ['failed', { pending: 0, sent: 0, delivered: 0, read: 0, failed: 1 }],
  ] as const)('as %s counts once, and a late report of "sent" changes nothing', async (status, counted) => {
    const prepared = await prepareCampaign(worlds, { contactCount: 1 });
    const { context } = prepared;
    await prepared.send();
    const [send] = await prepared.sends();
    expect(await prepared.totals()).toMatchObject({ pending: 1, sent: 0, delivered: 0 });
    for (const reported of [status, 'sent'] as const) {
      await report(prepared, send?.messageId ?? null, reported);
      expect(await prepared.totals()).toMatchObject({ recipients: 1, ...counted });
      expect(await prepared.sends()).toMatchObject([{ status }]);
      const [results] = await recountResults(database, context.tenantId);
      expect(results?.counted).toEqual(results?.recounted);
    }
  });
});

describe('folding the changes of a campaign', () => {
  const changesOf = (campaignId: string) => prisma.campaignResultChange.count({ where: { campaignId } });

  test('leaves one row, and the totals as they were', async () => {
    const prepared = await prepareCampaign(worlds);
    await prepared.send();
    for (const { messageId } of await prepared.sends()) await report(prepared, messageId, 'delivered');
    const before = await prepared.totals();
    expect(await changesOf(prepared.campaign.id)).toBeGreaterThan(1);
    await Promise.all([foldCampaignResults(database), foldCampaignResults(database)]);
    await foldCampaignResults(database);
    expect(await changesOf(prepared.campaign.id)).toBe(1);
    expect(await prepared.totals()).toEqual(before);
  });

  test('neither loses nor repeats a change that another transaction holds', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    const before = await prepared.totals();
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      const held = 'select from campaign_result_changes where campaign_id = $1 limit 1 for update';
      await holder.query(held, [campaign.id]);
      await foldCampaignResults(database);
      expect(await prepared.totals()).toEqual(before);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await foldCampaignResults(database);
    expect(await prepared.totals()).toEqual(before);
  });

  test('leaves no row of a campaign that is deleted', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign } = prepared;
    await startOccurrence(context, campaign.id);
    await Promise.all([
      deleteCampaign(context, campaign.id),
      ...Array.from({ length: 5 }, () => foldCampaignResults(database)),
    ]);
    expect(await changesOf(campaign.id)).toBe(0);
  });
});

/** Adds so many messages that the records of the person are removed in batches. */
async function addMessages(tenantId: string, contactId: string): Promise<void> {
  const { pool } = database;
  const chat = await prisma.chat.findFirstOrThrow({ where: { contactId } });
  await pool.query(
    `insert into messages (tenant_id, chat_id, channel_id, text, id, sender, status, timestamp)
     select $1, $2, $3, 'Hello', gen_random_uuid(), 'inbound', 'delivered', now() from generate_series(1, 31)`,
    [tenantId, chat.id, chat.channelId],
  );
}

describe('the numbers of a contact who is deleted', () => {
  /** The first contact has read the message and replied, and the second has not got it yet. */
  async function prepareResults() {
    const prepared = await prepareCampaign(worlds, { contactCount: 2 });
    const { context, campaign, contactIds } = prepared;
    await prepared.send();
    const recipient = { recipient: { contactId: contactIds[0] ?? '' } };
    const send = await prisma.campaignSend.findFirstOrThrow({ where: recipient });
    await report(prepared, send.messageId, 'read');
    const { value } = await prisma.handle.findFirstOrThrow({ where: { contactId: contactIds[0] ?? '' } });
    const item = receivedMessage({ from: { handleType: 'phone_number', value } });
    await receiveMessage(context, { channelId: campaign.channelId, item });
    return prepared;
  }

  test('stay; a message that was not sent yet counts as canceled', async () => {
    const prepared = await prepareResults();
    const { context, contactIds } = prepared;
    const before = await prepared.totals();
    expect(before).toMatchObject({ recipients: 2, pending: 1, sent: 1, read: 1, replied: 1 });
    for (const id of contactIds) await eraseContact(context, id);
    expect(await prepared.totals()).toEqual({ ...before, pending: 0, canceled: 1 });
    expect(await prepared.sends()).toEqual([]);
  });

  test('leave a campaign that has not been sent', async () => {
    const prepared = await prepareCampaign(worlds, { isDraft: true });
    await eraseContact(prepared.context, prepared.contactIds[0] ?? '');
    expect(await prepared.totals()).toMatchObject({ recipients: 2, pending: 2 });
  });

  test('stay when the records of the person are removed in batches', async () => {
    const prepared = await prepareResults();
    const { context, contactIds } = prepared;
    const before = await prepared.totals();
    const [contactId = ''] = contactIds;
    await addMessages(context.tenantId, contactId);
    await eraseContact(context, contactId);
    expect(await prepared.totals()).toEqual(before);
    expect(await prisma.campaignRecipient.count({ where: { contactId } })).toBe(1);
    await continueErasure(context, contactId);
    expect(await prisma.campaignRecipient.count({ where: { contactId } })).toBe(0);
    expect(await prepared.totals()).toEqual(before);
  });

  test.each(['at once', 'in batches'])(
    'are counted once when the retention has just removed them, and the person is removed %s',
    async (way) => {
      const recurring = { isRecurring: true, recurrenceRules: ['FREQ=DAILY;COUNT=3'] };
      const prepared = await prepareCampaign(worlds, { contactCount: 1, ...recurring });
      const { context, campaign, contactIds } = prepared;
      const [contactId = ''] = contactIds;
      // A send without a message: with one, the erasure would wait for the message before it reads the sends.
      await prisma.contact.updateMany({ where: { id: contactId }, data: { isSubscribed: false } });
      await startOccurrence(context, campaign.id);
      await finishCampaign(context, campaign.id);
      if (way === 'in batches') {
        const { id: handleId } = await prisma.handle.findFirstOrThrow({ where: { contactId } });
        const { channelId } = campaign;
        await createChat(database, context.tenantId, { contactId, channelId, handleId });
        await addMessages(context.tenantId, contactId);
        await eraseContact(context, contactId);
      }
      const before = await prepared.totals();
      const end = new Date(Date.now() + 400 * day);
      await whileHeld(database, {
        hold: (client) =>
          client.query(removeCampaignSends(worlds.sizes).text, [[context.tenantId], [end], [firstIdAt(end)]]),
        work: async () => {
          if (way === 'at once') await eraseContact(context, contactId);
          await continueErasure(context, contactId);
        },
      });
      expect(await prepared.sends()).toEqual([]);
      expect(before).toMatchObject({ recipients: 1, skipped: 1 });
      expect(await prepared.totals()).toEqual(before);
    },
  );

  test('are kept when their retention ends, with replies', async () => {
    const prepared = await prepareResults();
    await cancelCampaign(prepared.context, prepared.campaign.id);
    const before = await prepared.totals();
    expect(before).toMatchObject({ replied: 1, canceled: 1, read: 1 });
    await removeExpired(database, new Date(Date.now() + 400 * day), worlds.sizes);
    expect(await prepared.sends()).toEqual([]);
    expect(await prepared.totals()).toEqual(before);
  });
});
