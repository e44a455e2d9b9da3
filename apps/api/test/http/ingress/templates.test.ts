import { describe, expect, test } from '@jest/globals';
import { createMessageTemplate, createWebhook } from '@parley/testkit';
import { templateNotification } from '../../../../../packages/channels/test/payloads/whatsapp.js';
import { caseOf } from './provider-requests.js';
import { useIngress } from './use-ingress.js';

const stage = useIngress();
const { addChannel, postSigned } = stage;
const [{ id: accountId, changes }] = templateNotification.entry as [(typeof templateNotification.entry)[0]];
const [{ value }] = changes as [(typeof changes)[0]];

describe('notifications of Meta about templates', () => {
  const provider = caseOf('whatsapp');

  /** Adds a channel with a business account and a template that was submitted through it. */
  async function prepare(name: string) {
    const { database, tenant } = stage.app;
    const settings = { ...Object(provider.channel.settings), businessAccountId: accountId };
    const channel = await addChannel({ ...provider.channel, settings });
    const template = await createMessageTemplate(database, tenant.id, {
      name,
      channelType: 'whatsapp',
      status: 'pending',
      registration: {
        ...{ channelId: channel.id, vendorId: '594425479261596', category: 'utility', status: 'pending' },
        ...{ rejectionReason: null, quality: null, error: null, submittedAt: '2026-11-14T09:00:00.000Z' },
      },
      submission: { accountId, name, language: 'en', isWaiting: false, attempts: 1, examples: {} },
    });
    const notify = (field: string, news: object, time = 1763112000, to = channel) => {
      const change = { field, value: { ...value, message_template_name: name, ...news } };
      const body = JSON.stringify({
        ...templateNotification,
        entry: [{ id: accountId, time, changes: [change] }],
      });
      return postSigned(provider, to, body);
    };
    const read = () => database.prisma.messageTemplate.findFirstOrThrow({ where: { id: template.id } });
    const events = () =>
      database.prisma.event.findMany({ where: { channelId: channel.id }, orderBy: { id: 'asc' } });
    return { channel, notify, read, events };
  }
  const status = 'message_template_status_update';
  const quality = 'message_template_quality_update';

  test('change the status, the reason and the quality, and emit message_template.updated once', async () => {
    const { notify, read, events } = await prepare('order_update');
    const { database, tenant } = stage.app;
    const webhook = await createWebhook(database, tenant.id, { events: [{ type: null }] });
    for (const _ of [1, 2])
      expect((await notify(status, { event: 'REJECTED', reason: 'INVALID_FORMAT' })).status).toBe(200);
    expect(await read()).toMatchObject({
      status: 'rejected',
      registration: { status: 'rejected', rejectionReason: 'INVALID_FORMAT', quality: null },
    });
    expect((await notify(quality, { new_quality_score: 'YELLOW' })).status).toBe(200);
    expect(await read()).toMatchObject({ registration: { status: 'rejected', quality: 'yellow' } });
    const recorded = await events();
    expect(recorded).toMatchObject([
      { type: 'message_template.updated', legacyType: null, data: { status: 'rejected' } },
      { type: 'message_template.updated', data: { registration: { quality: 'yellow' } } },
    ]);
    const deliveries = await database.prisma.delivery.findMany({ where: { webhookId: webhook.id } });
    expect(deliveries.map(({ eventId }) => eventId).sort()).toEqual(recorded.map(({ id }) => id).sort());
  });

  test('that arrive late do not undo later ones, also for the quality', async () => {
    const { notify, read } = await prepare('late');
    await notify(status, { event: 'APPROVED' }, 1763112010);
    await notify(status, { event: 'REJECTED' }, 1763112000);
    await notify(quality, { new_quality_score: 'GREEN' }, 1763112010);
    await notify(quality, { new_quality_score: 'RED' }, 1763112000);
    expect(await read()).toMatchObject({
      status: 'approved',
      registration: { status: 'approved', quality: 'green' },
    });
  });

  test.each([
    ['paused', 'pending'],
    ['in_appeal', 'pending'],
    ['flagged', 'approved'],
    ['reinstated', 'approved'],
    ['disabled', 'rejected'],
    ['limit_exceeded', 'rejected'],
    ['pending_deletion', 'rejected'],
    ['deleted', 'rejected'],
    ['archived', 'rejected'],
    ['not_known_yet', 'pending'],
  ])('of %s make the template %s', async (event, expected) => {
    const { notify, read } = await prepare(`of_${event}`);
    await notify(status, { event: event.toUpperCase() });
    const registered = event === 'reinstated' ? 'approved' : event;
    expect(await read()).toMatchObject({ status: expected, registration: { status: registered } });
  });

  test('a status that an author has set stays until the status at Meta changes', async () => {
    const { notify, read } = await prepare('withdrawn');
    await notify(status, { event: 'APPROVED' });
    const { id } = await read();
    const { prisma } = stage.app.database;
    await prisma.messageTemplate.updateMany({ where: { id }, data: { status: 'draft' } });
    await notify(quality, { new_quality_score: 'GREEN' });
    expect(await read()).toMatchObject({ status: 'draft' });
    await notify(status, { event: 'PAUSED' });
    expect(await read()).toMatchObject({ status: 'pending' });
  });

  test('change the category, unless they only announce it; one that locks a template changes nothing', async () => {
    const { notify, read } = await prepare('recategorized');
    const field = 'template_category_update';
    await notify(field, { new_category: 'UTILITY', correct_category: 'MARKETING' });
    await notify(status, { event: 'LOCKED' });
    expect(await read()).toMatchObject({ registration: { category: 'utility', status: 'pending' } });
    await notify(field, { previous_category: 'UTILITY', new_category: 'MARKETING' }, 1763112010);
    await notify(field, { previous_category: 'MARKETING', new_category: 'UTILITY' }, 1763112000);
    expect(await read()).toMatchObject({ registration: { category: 'marketing', status: 'pending' } });
    await notify(status, { event: 'APPROVED', message_template_category: 'UTILITY' }, 1763112020);
    expect(await read()).toMatchObject({ registration: { category: 'utility', status: 'approved' } });
  });

  test('may arrive at another channel of the workspace, with a language as notifications write it', async () => {
    const { notify, read } = await prepare('elsewhere');
    const { id, submission } = await read();
    const data = { submission: { ...Object(submission), language: 'en_US' } };
    await stage.app.database.prisma.messageTemplate.updateMany({ where: { id }, data });
    const other = await addChannel(provider.channel);
    const news = { event: 'PAUSED', message_template_language: 'en-US', message_template_id: null };
    expect((await notify(status, news, 1763112000, other)).status).toBe(200);
    expect(await read()).toMatchObject({ registration: { status: 'paused' } });
  });

  test('about a template that is not known change nothing', async () => {
    const { notify, events, read } = await prepare('known');
    expect((await notify(status, { event: 'APPROVED', message_template_name: 'unknown' })).status).toBe(200);
    const german = { event: 'APPROVED', message_template_language: 'de', message_template_id: 1 };
    expect((await notify(status, german)).status).toBe(200);
    expect(await events()).toEqual([]);
    expect(await read()).toMatchObject({ status: 'pending' });
  });
});
