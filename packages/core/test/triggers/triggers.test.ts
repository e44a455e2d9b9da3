import { afterEach, describe, expect, test } from '@jest/globals';
import type { TriggerType } from '@parley/database';
import {
  createContact,
  deleteAutomation,
  deleteCampaign,
  newId,
  updateContact,
  upsertContacts,
} from '../../src/index.js';
import { prepareRun } from '../automations/prepare-run.js';
import { useReceiving } from '../messages/use-receiving.js';
import { createAttribute, createAutomation, createCampaign, createMessage } from '../testkit.js';

const { worlds, receive, newChannel } = useReceiving();
const tenantId = () => worlds.own.tenant.id;

let waiting: string[] = [];

/** Every automation of a test listens to the same tenant, so it ends with the test. */
afterEach(async () => {
  for (const id of waiting) await deleteAutomation(worlds.context(), id);
  waiting = [];
});

async function waitFor(triggerType: TriggerType, triggerParameters: object = {}): Promise<string> {
  const { id } = await createAutomation(worlds.database, tenantId(), { triggerType, triggerParameters });
  waiting.push(id);
  return id;
}

/** The automations of this test that have runs for a contact, one entry for each run. */
async function startedFor(contactId: string): Promise<string[]> {
  const runs = await worlds.database.prisma.automationRun.findMany({
    where: { contactId, automationId: { in: waiting } },
  });
  return runs.map(({ automationId }) => automationId).sort();
}

const runsOf = (automationId: string) =>
  worlds.database.prisma.automationRun.findMany({ where: { automationId } });

describe('contact_created', () => {
  test('starts a run without a chat for a contact that is created through the API', async () => {
    const automationId = await waitFor('contact_created');
    const { id } = await createContact(worlds.context(), { firstName: 'Ada' });
    await updateContact(worlds.context(), { contactId: id, firstName: 'Grace' });
    expect(await runsOf(automationId)).toMatchObject([{ contactId: id, chatId: null, channelId: null }]);
  });

  test('starts a run in the chat of a first message, and none for the next message or an echo', async () => {
    const automationId = await waitFor('contact_created');
    const channel = await newChannel();
    const from = { handleType: 'phone_number', value: '+16505550101' } as const;
    const first = await receive(channel.id, { from });
    await receive(channel.id, { from });
    await receive(channel.id, { echo: true });
    await receive(channel.id, { automated: true });
    const place = { chatId: first?.chatId, channelId: channel.id, chainId: first?.messageId };
    expect(await runsOf(automationId)).toMatchObject([place]);
  });

  test('starts no run for contacts of an upsert', async () => {
    const automationId = await waitFor('contact_created');
    const [result] = await upsertContacts(worlds.context(), [{ phoneNumber: '+16505550102' }]);
    expect(result).toMatchObject({ status: 'created' });
    expect(await runsOf(automationId)).toEqual([]);
  });
});

describe('attribute_changed', () => {
  async function prepare() {
    const [city, size] = [
      await createAttribute(worlds.database, tenantId()),
      await createAttribute(worlds.database, tenantId()),
    ];
    const any = await waitFor('attribute_changed');
    const ofCity = await waitFor('attribute_changed', { attributeId: city.id });
    return { city, size, any, ofCity };
  }

  test('starts a run when a value is set, changed or removed, and not when it stays the same', async () => {
    const { city, size, any, ofCity } = await prepare();
    const { id: contactId } = await createContact(worlds.context(), { firstName: 'Ada' });
    const set = async (...values: readonly [{ externalId: string }, string | null][]) => {
      const attributes = values.map(([{ externalId }, value]) => ({ externalId, value }));
      await updateContact(worlds.context(), { contactId, attributes });
      return startedFor(contactId);
    };
    expect(await set([city, 'Berlin'])).toEqual([any, ofCity].sort());
    expect(await set([city, 'Berlin'])).toHaveLength(2);
    expect(await set([city, 'Berlin'], [size, 'XL'])).toEqual([any, any, ofCity].sort());
    expect(await set([size, 'M'], [city, 'Paris'])).toHaveLength(5);
    expect(await set([city, null])).toEqual([any, any, any, any, ofCity, ofCity, ofCity].sort());
  });

  test('starts a run for the values of a new contact', async () => {
    const { city, any, ofCity } = await prepare();
    const attributes = [{ externalId: city.externalId, value: 'Berlin' }];
    const { id } = await createContact(worlds.context(), { firstName: 'Ada', attributes });
    expect(await startedFor(id)).toEqual([any, ofCity].sort());
  });

  test('by a step continues the chain of its run, so that an automation cannot start itself', async () => {
    const { city, ofCity } = await prepare();
    const step = { type: 'set_attribute', externalId: city.externalId, value: 'Berlin' } as const;
    const first = await prepareRun(worlds, [step], { triggerType: 'attribute_changed' });
    waiting.push(first.automationId);
    await first.work();
    expect(await startedFor(first.contactId)).toContain(ofCity);
    const chain = await worlds.database.prisma.automationRun.findMany({ where: { chainId: first.runId } });
    expect(chain.filter(({ automationId }) => automationId === first.automationId)).toMatchObject([
      { cutReason: 'automation_loop' },
    ]);
  });
});

describe('campaign_replied', () => {
  let writers = 0;

  /** A chat with a message of the campaign, and the contact who writes in it. */
  async function prepare(values: object = {}) {
    const channel = await newChannel();
    writers += 1;
    const from = { handleType: 'phone_number', value: `+1650555${3000 + writers}` } as const;
    const opened = await receive(channel.id, { from });
    const chat = await worlds.database.prisma.chat.findFirstOrThrow({ where: { id: opened?.chatId ?? '' } });
    const { id: campaignId } = await createCampaign(worlds.database, tenantId());
    const any = await waitFor('campaign_replied');
    const ofThis = await waitFor('campaign_replied', { campaignId });
    await waitFor('campaign_replied', { campaignId: newId() });
    const origin = { sender: 'outbound', originType: 'campaign', originId: campaignId } as const;
    const send = (more: object = {}) => createMessage(worlds.database, chat, { ...origin, ...more });
    const sent = await send(values);
    const reply = async (more: Parameters<typeof receive>[1] = {}) => {
      await receive(channel.id, { from, ...more });
      return startedFor(chat.contactId);
    };
    return { reply, send, sent, campaignId, both: [any, ofThis].sort() };
  }

  test('starts a run with the first message after a message of the campaign, and with no other', async () => {
    const { reply, both } = await prepare();
    expect(await reply()).toEqual(both);
    expect(await reply()).toEqual(both);
  });

  test('does not depend on the times that a provider reports', async () => {
    const { reply, both } = await prepare({ timestamp: new Date('2026-11-14T09:20:00.900Z') });
    expect(await reply({ timestamp: new Date('2026-11-14T09:20:00.000Z') })).toEqual(both);
  });

  test('starts a run with a message that quotes the campaign, whatever was written in between', async () => {
    const { reply, send, sent, both } = await prepare();
    await send({ originType: 'api' });
    expect(await reply()).toEqual([]);
    expect(await reply({ replyTo: sent.vendorId ?? '' })).toEqual(both);
  });

  test.each(['pending', 'scheduled', 'canceled', 'failed'])(
    'starts a run although there is a %s message in between, which the contact has not seen',
    async (status) => {
      const { reply, send, both } = await prepare();
      const unseen = { status, vendorId: null, scheduledAt: new Date('2027-01-01T00:00:00.000Z') };
      await send({ originType: 'api', originId: null, ...unseen });
      expect(await reply()).toEqual(both);
    },
  );

  test.each(['pending', 'failed'])(
    'starts no run while the message of the campaign is %s, and a reply to it later starts one',
    async (status) => {
      const { reply, send, both } = await prepare({ status, vendorId: null });
      expect(await reply()).toEqual([]);
      await send();
      expect(await reply()).toEqual(both);
    },
  );

  test('starts no run after the campaign was deleted', async () => {
    const { reply, campaignId } = await prepare();
    await deleteCampaign(worlds.context(), campaignId);
    expect(await reply()).toEqual([]);
  });
});
