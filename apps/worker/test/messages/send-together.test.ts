import { describe, expect, test } from '@jest/globals';
import { newId, sendMessage } from '@parley/core';
import type { Channel } from '@parley/database';
import { createChannel, createChat, createTenant, recordRoundTrips } from '@parley/testkit';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { sendPendingMessage } from '../../src/messages/send-pending-message.js';
import { inTurn, useProviders } from './use-providers.js';
import { publicUrl } from './use-sending.js';

const { sending, serve, connect } = useProviders();

async function enqueueMany(channel: Channel, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await sending.enqueue(channel)).id);
  return ids;
}

/** Returns how often each statement was sent. */
async function countStatements(work: () => Promise<unknown>): Promise<(name: string) => number> {
  const { roundTrips } = await recordRoundTrips(work);
  return (name) => roundTrips.flat().filter((sent) => sent === name).length;
}

const statusOf = async (id: string) => (await sending.read(id)).status;

/** Gives each message its own id of the provider. */
const acceptEach: Parameters<typeof serve>[0] = (response, request) =>
  respondWithJson(201, { sid: newId() })(response, request);

describe('messages of a tenant that are sent at the same time', () => {
  test('share the statements that claim them and that record them', async () => {
    const provider = await serve(acceptEach);
    const channel = await connect('sms', { baseUrl: provider.url, messagesPerSecond: 1_000 });
    const ids = await enqueueMany(channel, 12);
    const count = await countStatements(() => Promise.all(ids.map((id) => sending.send(id))));
    expect(count('find-messages-to-send')).toBe(1);
    expect(count('lease-messages')).toBe(1);
    expect(count('end-attempts-to-send')).toBeLessThan(12);
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(['sent']));
    expect(provider.requests).toHaveLength(12);
  });

  test('have their own outcomes: one that its provider refuses fails, and the others are sent', async () => {
    const refuse = respondWithJson(400, { code: 21211, message: 'Invalid' });
    const provider = await serve(inTurn(acceptEach, refuse, acceptEach));
    const channel = await connect('sms', { baseUrl: provider.url, messagesPerSecond: 1_000 });
    const ids = await enqueueMany(channel, 4);
    await Promise.all(ids.map((id) => sending.send(id)));
    const messages = await Promise.all(ids.map(sending.read));
    expect(messages.map(({ status }) => status).sort()).toEqual(['failed', 'sent', 'sent', 'sent']);
    const failed = messages.find(({ status }) => status === 'failed');
    expect(failed?.errors).toMatchObject([{ code: '21211' }]);
  });

  test('and belong to campaigns share no statement with others', async () => {
    const provider = await serve(acceptEach);
    const channel = await connect('sms', { baseUrl: provider.url, messagesPerSecond: 1_000 });
    const ids = await enqueueMany(channel, 4);
    const count = await countStatements(() =>
      Promise.all(ids.map((id, index) => sending.send(id, { isBulk: index % 2 === 0 }))),
    );
    expect(count('find-messages-to-send')).toBe(2);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['sent', 'sent', 'sent', 'sent']);
  });
});

test('messages of different tenants share no statement', async () => {
  const provider = await serve(acceptEach);
  const own = await connect('sms', { baseUrl: provider.url, messagesPerSecond: 1_000 });
  const id = (await sending.enqueue(own)).id;
  const context = sending.context();
  const { database } = context;
  const { id: tenantId } = await createTenant(database);
  const { settings, secrets } = own;
  const foreign = await createChannel(database, tenantId, {
    type: 'sms',
    provider: 'sms',
    settings: Object(settings),
    secrets: Object(secrets),
  });
  const { id: chatId } = await createChat(database, tenantId, { channelId: foreign.id });
  const other = await sendMessage({ ...context, tenantId }, { to: { chatId }, text: 'Hello', publicUrl });
  const count = await countStatements(() =>
    Promise.all([
      sending.send(id),
      sendPendingMessage(
        { tenantId, messageId: other.id },
        { ...sending.dependencies(), context: { ...context, tenantId } },
      ),
    ]),
  );
  expect(count('find-messages-to-send')).toBe(2);
  expect(await Promise.all([id, other.id].map(statusOf))).toEqual(['sent', 'sent']);
});
