import { describe, expect, test } from '@jest/globals';
import { getById, messages, pauseChannel, setReaction, withdrawReaction } from '@parley/core';
import type { Channel } from '@parley/database';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { accepted, inTurn, useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();

/** Sends a message through the channel and waits until the provider has accepted it. */
async function sendOne(channel: Channel) {
  const { id: messageId, chatId } = await sending.enqueue(channel);
  await sending.send(messageId);
  return {
    messageId,
    react: (emoji: string | null) =>
      setReaction(sending.context(), { messageId, emoji, reactionsOn: () => 'any' }),
    shown: async () =>
      (await getById(sending.context(), messages, messageId)).reactions.map(({ emoji }) => emoji),
    dueAt: () => sending.dueAt(messageId, ['send-reaction']),
    updates: async () =>
      (await sending.events(chatId)).filter(({ type }) => type === 'message.updated').length,
  };
}

const refused = respondWithJson(400, { error: { code: 131009, message: 'Parameter value is not valid' } });
const unavailable = respondWithJson(503, {});

describe('a reaction of the workspace', () => {
  test.each([
    ['whatsapp', '"reaction":{"message_id":"wamid.OUT","emoji":"❤️"}'],
    ['instagram', '"sender_action":"react","payload":{"message_id":"mid.OUT","reaction":"love"}'],
  ] as const)('is sent by %s once, and its removal too', async (name, expected) => {
    const provider = await serve(accepted[name]);
    const { react, messageId } = await sendOne(await connect(name, { baseUrl: provider.url }));
    await react('❤️');
    await sending.sendReaction(messageId);
    await sending.sendReaction(messageId);
    expect(provider.requests.slice(1).map(({ body }) => body)).toEqual([expect.stringContaining(expected)]);
    await react(null);
    await sending.sendReaction(messageId);
    expect(provider.requests).toHaveLength(3);
  });

  test('that the provider refuses becomes the one that the provider has, with an event', async () => {
    const provider = await serve(inTurn(accepted.whatsapp, accepted.whatsapp, refused));
    const { react, messageId, shown, updates } = await sendOne(
      await connect('whatsapp', { baseUrl: provider.url }),
    );
    await react('👍');
    await sending.sendReaction(messageId);
    await react('❤️');
    await sending.sendReaction(messageId);
    expect(await shown()).toEqual(['👍']);
    expect(await updates()).toBe(3);
  });

  test('that is the first, and is refused, disappears', async () => {
    const provider = await serve(inTurn(accepted.whatsapp, refused));
    const { react, messageId, shown } = await sendOne(await connect('whatsapp', { baseUrl: provider.url }));
    await react('👍');
    await react('❤️');
    await sending.sendReaction(messageId);
    expect(await shown()).toEqual([]);
  });

  test('is sent again later when the provider is unavailable; the last attempt fails', async () => {
    const provider = await serve(inTurn(accepted.whatsapp, unavailable));
    const { react, messageId, shown, dueAt } = await sendOne(
      await connect('whatsapp', { baseUrl: provider.url }),
    );
    await react('👍');
    await sending.sendReaction(messageId);
    const [next] = await dueAt();
    expect(next?.getTime()).toBeGreaterThan(sending.clock.now().getTime());
    expect(await shown()).toEqual(['👍']);
    sending.clock.advance(60_000);
    await sending.sendReaction(messageId, 6);
    expect(await shown()).toEqual([]);
  });

  test('that changes while it is sent is sent once more', async () => {
    let change = async () => {};
    const provider = await serve(
      inTurn(accepted.whatsapp, async (response, request) => {
        await change();
        accepted.whatsapp(response, request);
      }),
    );
    const { react, messageId, shown, dueAt } = await sendOne(
      await connect('whatsapp', { baseUrl: provider.url }),
    );
    await react('👍');
    change = async () => {
      change = async () => {};
      await react('❤️');
    };
    await sending.sendReaction(messageId);
    expect(await dueAt()).toHaveLength(1);
    await sending.sendReaction(messageId);
    await sending.sendReaction(messageId);
    const sent = provider.requests.slice(1).map(({ body }) => JSON.parse(body).reaction.emoji);
    expect(sent).toEqual(['👍', '❤️']);
    expect(await shown()).toEqual(['❤️']);
  });

  test('waits for the rate limit of the channel', async () => {
    const provider = await serve(accepted.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: provider.url, messagesPerSecond: 1 });
    const { react, messageId, dueAt } = await sendOne(channel);
    const later = new Date(sending.clock.now().getTime() + 30_000);
    await pauseChannel(sending.context(), { channelId: channel.id, until: later });
    await react('👍');
    await sending.sendReaction(messageId);
    expect(provider.requests).toHaveLength(1);
    expect(await dueAt()).toEqual([later]);
  });

  test('whose job is dead becomes what the provider has', async () => {
    const provider = await serve(accepted.whatsapp);
    const { react, messageId, shown } = await sendOne(await connect('whatsapp', { baseUrl: provider.url }));
    await react('👍');
    await withdrawReaction(sending.context(), { messageId });
    expect(await shown()).toEqual([]);
  });
});
