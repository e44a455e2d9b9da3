import { afterEach, expect, jest, test } from '@jest/globals';
import { newId, readFileByToken, receiveMessage } from '@parley/core';
import { checkWebhook, contextOf, createChannel, createLegacyWebhook, createWebhook } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import type { ReceivedRequest } from '../outbound-http/start-receiver.js';
import { isAttempted, makeDue } from '../support/add-delivery.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { findDeliveries } from '../support/find-deliveries.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const hour = 60 * 60 * 1_000;
const running = useWorker();
const { receiver } = useReceivers();

afterEach(() => deleteWebhooks(running));

async function receivePhoto(channelId: string): Promise<void> {
  const { database, tenant, now } = running;
  const photo = { type: 'image', name: 'photo.jpg', contentType: 'image/jpeg', size: null } as const;
  await receiveMessage(contextOf(database, tenant.id, now), {
    channelId,
    item: {
      externalId: newId(),
      from: { handleType: 'phone_number', value: `+4915${Math.floor(Math.random() * 1e9)}` },
      type: 'image',
      text: null,
      subject: null,
      authentication: null,
      attachments: [{ ...photo, content: Buffer.from('bytes of a photo') }],
      timestamp: now(),
      echo: false,
      automated: false,
    },
  });
}

/** Returns the URL of the attachment in an event, and the status that it has now. */
async function openAttachment({ body }: ReceivedRequest) {
  const [attachment] = JSON.parse(body).data.attachments;
  expect(attachment).toMatchObject({ name: 'photo.jpg', size: 16, fileId: expect.any(String) });
  const { database, now } = running;
  const token = String(attachment.url).split('/').at(-1) ?? '';
  const outcome = await readFileByToken({ database, now }, token).then(
    ({ file }) => file.name,
    ({ code }) => code,
  );
  return { url: attachment.url, expiresAt: attachment.urlExpiresAt, outcome };
}

test('an inbound attachment is private; the events of v3 and v2 have its signed URL', async () => {
  const { database, tenant } = running;
  const target = await receiver();
  const channel = await createChannel(database, tenant.id);
  await createWebhook(database, tenant.id, {
    url: `${target.url}/v3`,
    events: [{ type: 'message.received', channelIds: [channel.id] }],
  });
  const type = 'WHATSAPP_MESSAGE_RECEIVED';
  await createLegacyWebhook(database, tenant.id, { url: `${target.url}/v2`, type, channelId: channel.id });
  await receivePhoto(channel.id);
  await waitUntil(() => target.requests.length === 2);
  for (const request of target.requests) {
    checkWebhook(request.path?.endsWith('v2') ? 'v2' : 'v3', request.body);
    const { url, expiresAt, outcome } = await openAttachment(request);
    expect(url).toMatch(/^http:\/\/localhost:3000\/files\/[\w-]{116}$/);
    expect(outcome).toBe('photo.jpg');
    const lifetimeMs = Date.parse(expiresAt) - running.now().getTime();
    expect(lifetimeMs).toBeGreaterThan(24 * hour - 60_000);
    expect(lifetimeMs).toBeLessThanOrEqual(25 * hour);
  }
  const stored = await database.prisma.event.findMany({ where: { tenantId: tenant.id } });
  expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain('/files/');
  expect(await database.prisma.file.count({ where: { publicToken: { not: null } } })).toBe(0);
});

test('a retry a day later has a URL that works, while that of the first attempt has expired', async () => {
  const { database, tenant } = running;
  const target = await receiver((response) => {
    response.writeHead(target.requests.length === 1 ? 500 : 200).end();
  });
  const channel = await createChannel(database, tenant.id);
  const events = [{ type: 'message.received' as const, channelIds: [channel.id] }];
  const webhook = await createWebhook(database, tenant.id, { url: target.url, events });
  await receivePhoto(channel.id);
  const find = async () => (await findDeliveries(database, webhook.id))[0];
  await waitUntil(async () => {
    const delivery = await find();
    return delivery !== undefined && isAttempted(delivery);
  });
  running.advance(26 * hour);
  await makeDue(running, (await find())?.id ?? '', 1);
  await waitUntil(async () => (await find())?.status === 'succeeded');
  const opened = await Promise.all(target.requests.map(openAttachment));
  expect(opened.map(({ outcome }) => outcome)).toEqual(['file_url_expired', 'photo.jpg']);
  expect(new Set(target.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});
