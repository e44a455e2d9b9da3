import { describe, expect, test } from '@jest/globals';
import {
  abandonCampaign,
  abandonRun,
  continueErasure,
  createChat,
  deleteChat,
  eraseContact,
  finishCampaign,
  newId,
  recordChannelFailing,
  startOccurrence,
  updateContact,
  upsertContacts,
} from '../../src/index.js';
import { prepareRun } from '../automations/prepare-run.js';
import { type PreparedCampaign, prepareCampaign } from '../campaigns/prepare-campaign.js';
import { createReader } from '../event-feed/read-feed.js';
import { createContext } from '../test-context.js';
import * as fixtures from '../testkit.js';
import { createChannel, createContact, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

async function createWorkspace() {
  const { id: tenantId } = await createTenant(worlds.database);
  return { tenantId, context: createContext(worlds.database, tenantId) };
}

/** The types and positions of the events of a tenant, in the order of the feed. */
async function eventsOf(tenantId: string) {
  const { rows } = await worlds.database.pool.query<{ type: string; position: string; data: object }>(
    `select type, position::text, data from events where tenant_id = $1 order by position, id`,
    [tenantId],
  );
  return rows;
}

const typesOf = async (tenantId: string) => (await eventsOf(tenantId)).map(({ type }) => type);

/** The number of the transaction that has last written the row. */
async function writerOf(table: string, id: string): Promise<string | undefined> {
  const { rows } = await worlds.database.pool.query<{ writer: string }>(
    `select xmin::text as writer from ${table} where id = $1`,
    [id],
  );
  return rows[0]?.writer;
}

describe('contacts', () => {
  test('a list of new and known contacts records all events by one statement, created before updated', async () => {
    const { tenantId, context } = await createWorkspace();
    const known = await createContact(worlds.database, tenantId);
    const items = [
      { phoneNumber: '+493012345678', firstName: 'New' },
      { phoneNumber: known.handle.value, firstName: 'Changed' },
    ];
    await upsertContacts(context, items);
    const events = await eventsOf(tenantId);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'contact.created',
      'contact.updated',
      'contact.updated',
    ]);
    expect(new Set(events.map(({ position }) => position)).size).toBe(1);
    const ofNew = events.filter(({ data }) => 'firstName' in data && data.firstName === 'New');
    expect(ofNew.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated']);
  });

  test('a deletion is recorded with ids only, is kept by the erasure, and is in the feed', async () => {
    const { tenantId, context } = await createWorkspace();
    const chat = await fixtures.createChat(worlds.database, tenantId);
    // An erasure reads only events that are younger than the contact, by their ids.
    context.clock.set(new Date().toISOString());
    await updateContact(context, { contactId: chat.contactId, firstName: 'Grace' });
    await eraseContact(context, chat.contactId);
    expect(await eventsOf(tenantId)).toMatchObject([
      { type: 'contact.updated' },
      {
        type: 'chat.deleted',
        data: { id: chat.id, contactId: chat.contactId, channelId: chat.channelId },
      },
      { type: 'contact.deleted', data: { id: chat.contactId } },
    ]);
    await continueErasure(context, chat.contactId);
    const seen = await createReader(context).pollUntil(2);
    expect(seen.map(({ type }) => type)).toEqual(['chat.deleted', 'contact.deleted']);
    expect(JSON.stringify(await eventsOf(tenantId))).not.toContain('Grace');
  });

  test('a contact that does not exist records nothing', async () => {
    const { tenantId, context } = await createWorkspace();
    await eraseContact(context, newId());
    expect(await eventsOf(tenantId)).toEqual([]);
  });
});

describe('chats', () => {
  test('a new chat records chat.created and chat.updated in its transaction, an existing one nothing', async () => {
    const { tenantId, context } = await createWorkspace();
    const channel = await createChannel(worlds.database, tenantId, { type: 'sms' });
    const contact = await createContact(worlds.database, tenantId);
    const parties = { contactId: contact.id, channelId: channel.id };
    const { id } = await createChat(context, parties);
    await createChat(context, parties);
    const events = await eventsOf(tenantId);
    expect(events.map(({ type }) => type)).toEqual(['chat.created', 'chat.updated']);
    const writer = await writerOf('chats', id);
    expect(events.map(({ position }) => position)).toEqual([writer, writer]);
  });

  test('of two deletions at the same time, one records chat.deleted', async () => {
    const { tenantId, context } = await createWorkspace();
    const chat = await fixtures.createChat(worlds.database, tenantId);
    const results = await Promise.all([deleteChat(context, chat.id), deleteChat(context, chat.id)]);
    expect(results.map(({ deletedIds }) => deletedIds.length).sort()).toEqual([0, 1]);
    await deleteChat(context, newId());
    await deleteChat(context, 'unknown');
    expect(await typesOf(tenantId)).toEqual(['chat.deleted']);
  });
});

describe('campaigns', () => {
  const eventsAbout = async ({ context, campaign }: PreparedCampaign) =>
    (await eventsOf(context.tenantId)).filter(({ data }) => 'id' in data && data.id === campaign.id);

  test('the end of the last occurrence records campaign.completed in its transaction, once', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign, runAll } = prepared;
    await startOccurrence(context, campaign.id);
    await runAll();
    await worlds.database.pool.query(
      `with send as (update campaign_sends set status = 'failed' where campaign_id = $1 returning message_id)
       update messages set errors = '[{"code": "1", "message": "Ada is unknown"}]' where id in (select message_id from send)`,
      [campaign.id],
    );
    await finishCampaign(context, campaign.id);
    await finishCampaign(context, campaign.id);
    const events = await eventsAbout(prepared);
    expect(events).toMatchObject([
      { type: 'campaign.completed', data: { status: 'completed', failureReason: null } },
    ]);
    expect(JSON.stringify(events)).not.toContain('Ada');
    expect(events[0]?.position).toBe(await writerOf('campaigns', campaign.id));
  });

  test('a campaign that nobody can start records campaign.failed with the reason, once', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign } = prepared;
    await abandonCampaign(context, campaign.id);
    await abandonCampaign(context, campaign.id);
    expect(await eventsAbout(prepared)).toMatchObject([
      { type: 'campaign.failed', data: { status: 'failed', failureReason: { code: expect.any(String) } } },
    ]);
  });

  test('a campaign whose automation is not active any more records campaign.failed', async () => {
    const prepared = await prepareCampaign(worlds);
    const { context, campaign } = prepared;
    await worlds.database.pool.query(
      `update automations set status = 'inactive' where id = (select automation_id from campaigns where id = $1)`,
      [campaign.id],
    );
    await startOccurrence(context, campaign.id);
    expect((await eventsAbout(prepared)).map(({ type }) => type)).toEqual(['campaign.failed']);
  });
});

describe('runs', () => {
  const failuresOf = async (contactId: string) =>
    worlds.database.prisma.event.findMany({ where: { contactId, type: 'automation.run_failed' } });

  test('a run that is abandoned records automation.run_failed with the error, in its transaction', async () => {
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hello' }]);
    await abandonRun(run.context, run.runId);
    await abandonRun(run.context, run.runId);
    const [event, ...others] = await failuresOf(run.contactId);
    expect(others).toEqual([]);
    expect(event?.data).toMatchObject({ id: run.runId, status: 'failed', error: { code: 'internal_error' } });
    expect(String(event?.position)).toBe(await writerOf('automation_runs', run.runId));
  });
});

test('a failing channel records channel.failing at most once an hour', async () => {
  const { tenantId, context } = await createWorkspace();
  const channel = await createChannel(worlds.database, tenantId);
  const failing = { channelId: channel.id, code: 'network_error' };
  for (const minutes of [0, 1, 58, 1]) {
    context.clock.advance(minutes * 60_000);
    await recordChannelFailing(context, failing);
  }
  const data = {
    id: channel.id,
    type: channel.type,
    provider: channel.provider,
    name: channel.name,
    error: { code: 'network_error', message: 'The provider does not accept the messages of the channel.' },
  };
  expect(await eventsOf(tenantId)).toMatchObject([
    { type: 'channel.failing', data },
    { type: 'channel.failing', data },
  ]);
});
