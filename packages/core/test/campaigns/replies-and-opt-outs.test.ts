import { describe, expect, test } from '@jest/globals';
import {
  campaignDetails,
  createCampaign,
  getById,
  mergeContacts,
  receiveMessage,
  recipientsOf,
  search,
  startOccurrence,
} from '../../src/index.js';
import { receivedMessage } from '../messages/received-message.js';
import { createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { prepareCampaign } from './prepare-campaign.js';
import { report } from './report-status.js';

const worlds = useWorlds();
const { database, prisma } = worlds;

/** Sends a campaign to its contacts on a channel with stop words; the providers have reported the messages as sent. */
async function prepareSent(values: Parameters<typeof prepareCampaign>[1] = { contactCount: 1 }) {
  const prepared = await prepareCampaign(worlds, values);
  const { context, campaign, contactIds } = prepared;
  const { tenantId } = context;
  const data = { stopWords: ['STOP'], startWords: ['START'] };
  await prisma.channel.updateMany({ where: { tenantId }, data });
  await prepared.send();
  for (const { messageId } of await prepared.sends()) await report(prepared, messageId, 'sent');
  const chatOf = (contactId = contactIds[0] ?? '') =>
    prisma.chat.findFirstOrThrow({ where: { contactId }, include: { handle: true } });
  return {
    ...prepared,
    chatOf,
    write: async (
      text: string,
      more: Parameters<typeof receivedMessage>[0] & { contactId?: string } = {},
    ) => {
      const { contactId, ...own } = more;
      const { handle, channelId } = await chatOf(contactId);
      const from = { handleType: 'phone_number', value: handle.value } as const;
      const item = receivedMessage({ from, text, timestamp: context.now(), ...own });
      await receiveMessage(context, { channelId, item });
    },
    /** Writes to the contact without the campaign. */
    sendOther: async (more: object = {}) =>
      createMessage(database, await chatOf(), { sender: 'outbound', originType: 'api', ...more }),
    results: async () => {
      const { replied, optedOut } = await prepared.totals();
      return { replied, optedOut };
    },
    recipients: async () => (await search(context, recipientsOf(campaign.id), {})).records,
  };
}

/** Sends two campaigns to two contacts, and merges the contacts. The sends of the kept contact are left. */
async function prepareMerged() {
  const prepared = await prepareSent({ contactCount: 2 });
  const { context, campaign, contactIds } = prepared;
  const [contactId = '', mergedId = ''] = contactIds;
  const chat = await prepared.chatOf(mergedId);
  const { channelId, automationId } = campaign;
  const variables = [{ name: 'code', value: 'B-2' }];
  const later = await createCampaign(context, {
    name: 'Later',
    channelId,
    automationId,
    contactIds,
    variables,
  });
  context.clock.advance(60_000);
  await startOccurrence(context, later.id);
  await prepared.runAll();
  const sends = await prisma.campaignSend.findMany({ where: { campaignId: later.id } });
  for (const { messageId } of sends) await report(prepared, messageId, 'sent');
  await mergeContacts(context, { contactId, mergedId });
  return {
    resultsOfEarlier: prepared.totals,
    results: async () => {
      const { replied, optedOut } = (await getById(context, campaignDetails, later.id)).totals;
      return { replied, optedOut };
    },
    writeAfterMerge: async (text: string) => {
      const from = { handleType: 'phone_number', value: chat.handle.value } as const;
      const item = receivedMessage({ from, text, timestamp: context.now() });
      await receiveMessage(context, { channelId, item });
    },
  };
}

describe('a contact has replied to a campaign', () => {
  test('with the first message after it, once, and the recipient shows the time', async () => {
    const { write, results, recipients, context } = await prepareSent();
    expect(await recipients()).toMatchObject([{ repliedAt: null, optedOutAt: null }]);
    const repliedAt = context.now().toISOString();
    await write('Yes, please');
    context.clock.advance(60_000);
    await write('In green');
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
    expect(await recipients()).toMatchObject([{ repliedAt, optedOutAt: null }]);
  });

  test('with a message that quotes it, whatever was written in between', async () => {
    const { write, sendOther, results, sends } = await prepareSent();
    await sendOther();
    await write('Where is my parcel?');
    expect(await results()).toEqual({ replied: 0, optedOut: 0 });
    const [send] = await sends();
    await write('I take it', { replyTo: `provider-${send?.messageId}` });
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
  });

  test('although a message that failed came in between', async () => {
    const { write, sendOther, results } = await prepareSent();
    await sendOther({ status: 'failed', vendorId: null });
    await write('Yes, please');
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
  });

  test('with the reply to a question of the campaign', async () => {
    const { write, results } = await prepareSent({
      contactCount: 1,
      steps: [
        {
          type: 'ask',
          text: 'Do you come?',
          expect: 'text',
          saveTo: { variable: 'reply' },
          timeoutSeconds: 3_600,
        },
      ],
    });
    await write('Of course');
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
  });

  test.each([{ echo: true }, { automated: true }])('but not with %j', async (more) => {
    const { write, results } = await prepareSent();
    await write('Yes, please', more);
    expect(await results()).toEqual({ replied: 0, optedOut: 0 });
  });

  test('who is merged: the recipient who is left has replied, once', async () => {
    const prepared = await prepareSent({ contactCount: 2 });
    const { context, contactIds, write, results, sends, recipients } = prepared;
    const [contactId = '', mergedId = ''] = contactIds;
    const kept = await prisma.campaignSend.findFirstOrThrow({ where: { recipient: { contactId } } });
    await report(prepared, kept.messageId, 'read');
    await write('Yes', { contactId: mergedId });
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
    await mergeContacts(context, { contactId, mergedId });
    expect(await sends()).toMatchObject([{ id: kept.id, status: 'read' }]);
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
    expect(await recipients()).toMatchObject([{ contactId, repliedAt: expect.any(String) }]);
  });

  test('who was merged before, in the chat whose send was not kept', async () => {
    const { writeAfterMerge, results } = await prepareMerged();
    await writeAfterMerge('Yes, please');
    expect(await results()).toEqual({ replied: 1, optedOut: 0 });
  });
});

describe('a contact has opted out after a campaign', () => {
  test('who was merged before, in the chat whose send was not kept; an earlier campaign counts nothing', async () => {
    const { writeAfterMerge, results, resultsOfEarlier } = await prepareMerged();
    await writeAfterMerge('STOP');
    expect(await results()).toEqual({ replied: 0, optedOut: 1 });
    expect(await resultsOfEarlier()).toMatchObject({ replied: 0, optedOut: 0 });
  });

  test('with a stop word, which is no reply; a further one and a start word change nothing', async () => {
    const { write, results, recipients, context } = await prepareSent();
    const optedOutAt = context.now().toISOString();
    await write('Stop!');
    expect(await results()).toEqual({ replied: 0, optedOut: 1 });
    expect(await recipients()).toMatchObject([{ repliedAt: null, optedOutAt }]);
    for (const word of ['STOP', 'START', 'STOP']) {
      context.clock.advance(60_000);
      await write(word);
    }
    expect(await results()).toEqual({ replied: 0, optedOut: 1 });
    expect(await recipients()).toMatchObject([{ repliedAt: null, optedOutAt }]);
  });

  test('with a stop word later in the conversation', async () => {
    const { write, sendOther, results } = await prepareSent();
    await write('Yes, please');
    await sendOther();
    await write('STOP');
    expect(await results()).toEqual({ replied: 1, optedOut: 1 });
  });

  test('but not when they had unsubscribed before', async () => {
    const { write, results, contactIds } = await prepareSent();
    const where = { id: contactIds[0] ?? '' };
    await prisma.contact.updateMany({ where, data: { isSubscribed: false } });
    await write('STOP');
    expect(await results()).toEqual({ replied: 0, optedOut: 0 });
  });

  test('in the occurrence that was sent last', async () => {
    const prepared = await prepareSent({
      contactCount: 1,
      recurrenceRules: ['FREQ=DAILY;COUNT=2'],
      isRecurring: true,
    });
    const { context, campaign, write, results } = prepared;
    await write('Yes, please');
    context.clock.advance(24 * 60 * 60 * 1_000);
    await prepared.send();
    const [, second] = await prepared.sends();
    await report(prepared, second?.messageId ?? null, 'sent');
    await write('STOP');
    expect(await results()).toEqual({ replied: 1, optedOut: 1 });
    const rows = await prisma.campaignSend.findMany({
      where: { campaignId: campaign.id },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ repliedAt, optedOutAt }) => [repliedAt !== null, optedOutAt !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
