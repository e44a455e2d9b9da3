import { beforeAll, describe, expect, it } from '@jest/globals';
import { createChannel, createDelivery, createTenant, createToken, createWebhook } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { triggers } from '../src/trigger/triggers.js';
import { createHome, type Home } from './support/run-parley.js';

const app = useTestApp({ now: new Date() });
let home: Home;
let tenantId: string;

beforeAll(async () => {
  ({ id: tenantId } = await createTenant(app.database));
  home = createHome({ PARLEY_URL: app.url, PARLEY_TOKEN: await createToken(app.database, tenantId) });
});

describe('parley deliveries', () => {
  it('lists the deliveries of all webhooks, newest first, and filters them', async () => {
    expect((await home.run(['deliveries'])).stdout).toBe('There are no such deliveries.\n');
    const [one, other] = [
      await createWebhook(app.database, tenantId),
      await createWebhook(app.database, tenantId),
    ];
    const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
    const first = await createDelivery(app.database, one, { createdAt: at(1) });
    const second = await createDelivery(app.database, other, { createdAt: at(2) });
    const third = await createDelivery(app.database, one, { createdAt: at(3), status: 'succeeded' });
    const list = async (...words: string[]) => {
      const { stdout } = await home.run(['deliveries', '--json', ...words]);
      return JSON.parse(stdout).map(({ id }: { id: string }) => id);
    };
    expect(await list()).toEqual([third.id, second.id, first.id]);
    expect(await list('--status', 'failed', '--limit', '1')).toEqual([second.id]);
    expect(await list('--webhook', one.id, '--status', 'failed')).toEqual([first.id]);
    expect(await list('--event', third.eventId)).toEqual([third.id]);
    expect(await list('--event', third.eventId, '--status', 'failed')).toEqual([]);
    const { stdout } = await home.run(['deliveries']);
    expect(stdout).toMatch(/^Created +Event +Status +Attempts +Response +Delivery +Webhook\n/);
    expect(stdout).toContain(`${third.id}  ${one.id}\n`);
  });

  it.each([
    [['deliveries', '--limit', '0'], '--limit must be a number from 1 to 100.'],
    [['deliveries', '--status', 'nothing'], '--status must be one of pending, '],
  ])('exits with 2 for %j', async (words, message) => {
    expect(await home.run(words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  it('exits with 1 for an id that is none', async () => {
    expect(await home.run(['deliveries', '--event', 'nothing'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('400 invalid_body_params'),
    });
  });
});

describe('parley events resend', () => {
  it('delivers an event again to each of its webhooks', async () => {
    const webhook = await createWebhook(app.database, tenantId);
    const { id, eventId } = await createDelivery(app.database, webhook);
    const { status, stdout } = await home.run(['events', 'resend', eventId, '--json']);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      [expect.objectContaining({ eventId, resendOfId: id, webhookId: webhook.id, status: 'pending' })],
    ]);
  });

  it('exits with 1 for an event without deliveries, and with 2 without an event', async () => {
    const unknown = '0193a1e0-5c00-7000-8000-0000000000e1';
    expect(await home.run(['events', 'resend', unknown])).toMatchObject({
      status: 1,
      stderr: `The event ${unknown} was not delivered to a webhook of this workspace.\n`,
    });
    expect((await home.run(['events', 'resend'])).status).toBe(2);
    expect(await home.run(['events'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('events needs one more word.'),
    });
  });
});

describe('parley trigger', () => {
  it('exits with 1 if the workspace has no channel of the sandbox', async () => {
    const { status, stderr } = await home.run(['trigger', 'message.received']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('no channel of the sandbox')]);
  });

  it('makes real events', async () => {
    const channel = await createChannel(app.database, tenantId);
    const words = [
      'trigger',
      'message.received',
      '--text',
      'Where is it?',
      '--from',
      '+4915123450001',
      '--json',
    ];
    const { stdout } = await home.run(words);
    const { chatId } = JSON.parse(stdout);
    const { prisma } = app.database;
    const events = await prisma.event.findMany({ where: { tenantId, chatId, type: 'message.received' } });
    expect(events).toHaveLength(1);
    // A worker sends messages; no other event needs one.
    const types = Object.keys(triggers).filter((type) => !/^message\.(?:sent|updated)$/.test(type));
    for (const type of types) {
      const { stderr, stdout: printed } = await home.run(['trigger', type, '--channel', channel.id]);
      expect([stderr, printed]).toEqual(['', expect.stringContaining(`Triggered ${type}. `)]);
    }
    const recorded = await prisma.event.findMany({ where: { tenantId }, distinct: ['type'] });
    expect(recorded.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
  });

  it('sends a message for message.sent, which the worker then reports', async () => {
    const { stdout } = await home.run(['trigger', 'message.sent', '--text', 'On its way', '--json']);
    const { messageId, chatId } = JSON.parse(stdout);
    const message = await app.database.prisma.message.findFirst({ where: { tenantId, id: messageId } });
    expect(message).toMatchObject({ chatId, text: 'On its way', status: 'pending' });
  });

  it('exits with 1 and the reasons of the sandbox', async () => {
    const { status, stderr } = await home.run(['trigger', 'message.received', '--from', 'nobody']);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/400 invalid_body_params\)\n {2}from: /)]);
  });

  it('exits with 2 for an event that cannot be made', async () => {
    const { status, stderr } = await home.run(['trigger', 'channel.failing']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('Name one of these events: message.received'),
    ]);
  });
});
