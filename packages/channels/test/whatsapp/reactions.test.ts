import { describe, expect, it } from '@jest/globals';
import { adapterFor } from '../../src/index.js';
import * as payloads from '../payloads/whatsapp.js';
import { jsonRequest, whatsappChannel } from '../support/ingress-request.js';
import { respondWithJson } from '../support/provider-server.js';
import { accepted, useGraph, whatsapp } from './use-graph.js';

const { startGraph } = useGraph();
const { parseInbound } = adapterFor('whatsapp');
const reactionOf = (reaction: object) =>
  parseInbound(jsonRequest(payloads.messageOf({ type: 'reaction', reaction })), whatsappChannel);

const known = { kind: 'reaction', externalId: 'wamid.Q', timestamp: new Date(1763112000_000), echo: false };

describe('a reaction of the customer on WhatsApp', () => {
  it('belongs to the message that it names', async () => {
    expect(await reactionOf({ message_id: 'wamid.Q', emoji: '👍🏽' })).toEqual([{ ...known, emoji: '👍🏽' }]);
  });

  it.each([{ emoji: '' }, {}])('is removed by %j', async (removed) => {
    expect(await reactionOf({ message_id: 'wamid.Q', ...removed })).toEqual([{ ...known, emoji: null }]);
  });

  it('with a text instead of an emoji is skipped', async () => {
    expect(await reactionOf({ message_id: 'wamid.Q', emoji: 'x'.repeat(65) })).toEqual([]);
  });

  it('that the business made in its app is an echo', async () => {
    const reaction = { message_id: 'wamid.Q', emoji: '👍' };
    const echo = { from: '15550783881', to: '16505551234', id: 'wamid.R', timestamp: '1763112000' };
    const payload = payloads.notification(
      { message_echoes: [{ ...echo, type: 'reaction', reaction }] },
      'smb_message_echoes',
    );
    expect(await parseInbound(jsonRequest(payload), whatsappChannel)).toEqual([
      { ...known, emoji: '👍', echo: true },
    ]);
  });
});

describe('a reaction by WhatsApp', () => {
  it.each([
    ['👍', '👍'],
    [null, ''],
  ])('%s is sent as "%s"', async (emoji, sent) => {
    const graph = await startGraph(respondWithJson(200, accepted));
    const to = { handleType: 'phone_number', value: '+16505551234' } as const;
    await whatsapp.sendReaction?.({ to, vendorId: 'wamid.Q', emoji }, whatsappChannel, {
      baseUrl: graph.url,
    });
    expect(graph.requests[0]?.path).toBe('/v24.0/106540352242922/messages');
    expect(JSON.parse(graph.requests[0]?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '16505551234',
      type: 'reaction',
      reaction: { message_id: 'wamid.Q', emoji: sent },
    });
  });
});
