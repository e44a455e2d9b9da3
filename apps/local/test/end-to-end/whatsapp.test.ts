import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Channel, Webhook } from '@parley/database';
import {
  checkWebhook,
  createAutomation,
  createChannel,
  createLegacyWebhook,
  createWebhook,
} from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { Webhook as Verifier } from 'standardwebhooks';
import { startServer, type TakenRequest, type TestServer } from './start-server.js';
import { useService } from './use-service.js';
import {
  messageNotification,
  phoneNumberId,
  signatureOf,
  statusNotification,
} from './whatsapp-notifications.js';

jest.setTimeout(60_000);

const service = useService();
const secrets = { accessToken: 'graph-token', appSecret: 'app-secret', verifyToken: 'verify-me' };
const replyId = 'wamid.REPLY';

let graph: TestServer;
let partner: TestServer;
let channel: Channel;
let webhooks: Readonly<Record<'/v3' | '/v3/hasty' | '/v2/received' | '/v2/status', Webhook>>;
/** Until this is called, the partner does not respond to the event of the first status. */
let takeFirstStatus = () => {};

beforeAll(async () => {
  const { database, tenant } = service;
  graph = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const contacts = [{ input: '16505551234', wa_id: '16505551234' }];
    response.end(JSON.stringify({ messaging_product: 'whatsapp', contacts, messages: [{ id: replyId }] }));
  });
  const isFirstStatusTaken = new Promise<void>((resolve) => {
    takeFirstStatus = resolve;
  });
  partner = await startServer(async ({ body }, response) => {
    if (JSON.parse(body).data.status === 'sent') await isFirstStatusTaken;
    response.writeHead(204).end();
  });
  const settings = { phoneNumberId, baseUrl: graph.url };
  channel = await createChannel(database, tenant.id, { provider: 'whatsapp', settings, secrets });
  await createAutomation(database, tenant.id, {
    triggerType: 'message_received',
    triggerChannelId: channel.id,
    steps: [{ type: 'send_message', text: 'Yes {{firstName}}, in green and in blue.' }],
  });
  const ordered = { ordered: true, url: `${partner.url}/v3` };
  const hasty = { url: `${partner.url}/v3/hasty`, events: [{ type: 'message.updated' }] };
  const received = { url: `${partner.url}/v2/received`, type: 'WHATSAPP_MESSAGE_RECEIVED' };
  const status = { url: `${partner.url}/v2/status`, type: 'WHATSAPP_MESSAGE_STATUS', ordered: true };
  webhooks = {
    '/v3': await createWebhook(database, tenant.id, ordered),
    '/v3/hasty': await createWebhook(database, tenant.id, hasty),
    '/v2/received': await createLegacyWebhook(database, tenant.id, received),
    '/v2/status': await createLegacyWebhook(database, tenant.id, status),
  };
});

afterAll(async () => {
  await graph.stop();
  await partner.stop();
});

async function notify(payload: object, appSecret = secrets.appSecret): Promise<number> {
  const body = JSON.stringify(payload);
  const response = await fetch(`${service.url}/ingress/${channel.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, appSecret) },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

async function get(path: string): Promise<unknown> {
  const { url, token } = service;
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
}

interface VerifiedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: {
    readonly id: string;
    readonly status: string;
    readonly text: string;
    readonly chat: { id: string };
  };
}

/**
 * Returns the events that one of the webhooks has received so far, each checked against its document and verified by
 * the partner's library.
 */
function arrived(path: keyof typeof webhooks): VerifiedEvent[] {
  return partner.requests
    .filter((request) => request.path === path)
    .map((request) => {
      checkWebhook(path.startsWith('/v2') ? 'v2' : 'v3', request.body);
      return verify(webhooks[path].secret, request);
    });
}

/** The library returns any JSON; it was checked against the documents, which declare these fields. */
function verify(secret: string, { body, headers }: TakenRequest): VerifiedEvent {
  return new Verifier(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }) as VerifiedEvent;
}

const namesOf = (events: readonly VerifiedEvent[]) => events.map(({ event }) => event);

// The tests are one conversation: each continues where the previous one ended.
describe('a conversation on WhatsApp, end to end', () => {
  it('begins with the challenge with which Meta verifies the URL', async () => {
    const query = `hub.mode=subscribe&hub.verify_token=${secrets.verifyToken}&hub.challenge=1158201444`;
    const response = await fetch(`${service.url}/ingress/${channel.id}?${query}`);
    expect({ status: response.status, body: await response.text() }).toEqual({
      status: 200,
      body: '1158201444',
    });
  });

  it('refuses a message with a wrong signature, and stores nothing', async () => {
    expect(await notify(messageNotification('wamid.FORGED', 'Pay here'), 'not the secret')).toBe(401);
    expect(await service.database.prisma.message.count()).toBe(0);
  });

  it('stores a message with a valid signature once, in a chat with its contact', async () => {
    const notification = messageNotification('wamid.QUESTION', 'Does it come in green?');
    expect(await notify(notification)).toBe(200);
    expect(await notify(notification)).toBe(200);
    const chats = await service.database.prisma.chat.findMany();
    expect(chats).toHaveLength(1);
    expect(await get(`/v3/chats/${chats[0]?.id}`)).toMatchObject({
      success: true,
      data: {
        status: 'open',
        channelId: channel.id,
        isUnread: true,
        unreadCount: 1,
        contact: { fullName: 'Sheena Nelson', phoneNumber: '+16505551234' },
      },
    });
  });

  it('sends signed webhooks of v3 and v2 with the same event', async () => {
    await waitUntil(
      () => arrived('/v2/received').length > 0 && namesOf(arrived('/v3')).includes('message.received'),
    );
    const [legacy] = arrived('/v2/received');
    const current = arrived('/v3').find(({ event }) => event === 'message.received');
    expect(legacy).toMatchObject({
      event: 'WHATSAPP_MESSAGE_RECEIVED',
      data: { text: 'Does it come in green?' },
    });
    expect(current).toMatchObject({ id: legacy?.id, data: legacy?.data });
  });

  it('sends the reply of the automation through the Graph API', async () => {
    await waitUntil(() => graph.requests.length > 0);
    const [request] = graph.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: `/v24.0/${phoneNumberId}/messages`,
      headers: { authorization: 'Bearer graph-token' },
    });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      messaging_product: 'whatsapp',
      to: '16505551234',
      text: { body: 'Yes Sheena, in green and in blue.' },
    });
  });

  it('reports the statuses of the reply in order, regardless of the order of Meta’s reports and of the partner’s responses', async () => {
    await waitUntil(() => namesOf(arrived('/v3')).includes('message.sent'));
    for (const status of ['sent', 'delivered', 'delivered', 'read', 'delivered'] as const) {
      expect(await notify(statusNotification(replyId, status))).toBe(200);
    }
    // The partner has not accepted the first event yet: the ordered webhook waits, and the other already has the last
    // event.
    await waitUntil(() => arrived('/v3/hasty').some(({ data }) => data.status === 'read'));
    expect(namesOf(arrived('/v3')).filter((name) => name === 'message.updated')).toEqual([]);
    takeFirstStatus();
    const ofReply = (path: '/v3' | '/v2/status') =>
      arrived(path).filter(({ data }) => data.text === 'Yes Sheena, in green and in blue.');
    const moves = (path: '/v3' | '/v2/status') =>
      ofReply(path).map(({ event, data }) => `${event} ${data.status}`);
    await waitUntil(() => ofReply('/v3').length >= 3 && ofReply('/v2/status').length >= 3);
    expect(moves('/v3')).toEqual(['message.sent sent', 'message.updated delivered', 'message.updated read']);
    expect(moves('/v2/status')).toEqual([
      'WHATSAPP_MESSAGE_STATUS sent',
      'WHATSAPP_MESSAGE_STATUS delivered',
      'WHATSAPP_MESSAGE_STATUS read',
    ]);
  });

  it('ends with every delivery succeeded at the first attempt, and one message sent', async () => {
    const { prisma } = service.database;
    const isOver = async () =>
      (await prisma.delivery.count({ where: { status: { not: 'succeeded' } } })) === 0;
    await waitUntil(isOver);
    expect(await prisma.delivery.count({ where: { attemptCount: { not: 1 } } })).toBe(0);
    expect(graph.requests).toHaveLength(1);
  });
});
