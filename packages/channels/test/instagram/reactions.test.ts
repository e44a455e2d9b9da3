import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor } from '../../src/index.js';
import * as payloads from '../payloads/instagram.js';
import { instagramChannel, jsonRequest } from '../support/ingress-request.js';
import { type Provider, respondWithJson, startProvider } from '../support/provider-server.js';

const { parseInbound, sendReaction } = adapterFor('instagram');
const reactionOf = (reaction: object) =>
  parseInbound(
    jsonRequest(payloads.notification(payloads.fromCustomer({ reaction: { mid: 'mid.T', ...reaction } }))),
    instagramChannel,
  );

describe('a reaction of the customer on Instagram', () => {
  it.each([
    [{ action: 'react', reaction: 'other', emoji: '🔥' }, '🔥'],
    [{ action: 'react', reaction: 'love' }, '❤️'],
    [{ action: 'unreact' }, null],
    [{ action: 'unreact', reaction: 'love', emoji: '❤' }, null],
  ])('%j is %s', async (reaction, emoji) => {
    expect(await reactionOf(reaction)).toEqual([
      { kind: 'reaction', externalId: 'mid.T', emoji, timestamp: expect.any(Date), echo: false },
    ]);
  });

  it.each([{ action: 'react', reaction: 'hologram' }, { emoji: '❤' }])('%j is skipped', async (reaction) => {
    expect(await reactionOf(reaction)).toEqual([]);
  });

  it('that the business made in its app is an echo', async () => {
    const parties = { sender: { id: '17841400000000001' }, recipient: { id: '6547000000000001' } };
    const reaction = { mid: 'mid.T', action: 'react', emoji: '❤' };
    const payload = payloads.notification({ ...parties, timestamp: 1763112000100, reaction });
    expect(await parseInbound(jsonRequest(payload), instagramChannel)).toMatchObject([
      { kind: 'reaction', emoji: '❤', echo: true },
    ]);
  });
});

describe('a reaction by Instagram', () => {
  let graph: Provider | undefined;
  afterEach(() => graph?.stop());

  it.each([
    ['❤️', { sender_action: 'react', payload: { message_id: 'mid.T', reaction: 'love' } }],
    [null, { sender_action: 'unreact', payload: { message_id: 'mid.T' } }],
  ])('%s is sent as %j', async (emoji, body) => {
    graph = await startProvider(respondWithJson(200, { recipient_id: '6547000000000001' }));
    const to = { handleType: 'instagram', value: '6547000000000001' } as const;
    await sendReaction?.({ to, vendorId: 'mid.T', emoji }, instagramChannel, { baseUrl: graph.url });
    expect(JSON.parse(graph.requests[0]?.body ?? '')).toEqual({ recipient: { id: to.value }, ...body });
  });
});
