import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import type { Prisma } from '@parley/database';
import {
  createChannel,
  createFile,
  createMessageTemplate,
  createWebhook,
  expectStatus,
} from '@parley/testkit';
import { errorKeys, failure } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';

type Submission = components['schemas']['MessageTemplateSubmission'];

const registered = {
  ...{ vendorId: '7', category: 'utility', status: 'rejected', rejectionReason: 'SCAM', quality: 'red' },
  error: { code: 'invalid_template', message: 'Add an example.' },
  submittedAt: '2026-10-14T09:00:00.000Z',
};
const found = {
  ...{ vendorId: null, category: 'utility', status: 'paused', rejectionReason: null, quality: null },
  ...{ error: null, submittedAt: null },
};

export function describeMessageTemplateSubmission(stage: Stage): void {
  const channelId = () => stage.own.channel.id;

  async function write(values: Partial<Prisma.MessageTemplateUncheckedCreateInput> = {}): Promise<string> {
    const { database, tenantId } = stage;
    const { id } = await createMessageTemplate(database, tenantId, {
      ...{ channelType: 'whatsapp', body: 'Hello {{name}}' },
      ...values,
    });
    return id;
  }

  function submit(messageTemplateId: string, body: Partial<Submission> = {}) {
    const valid: Submission = { channelId: channelId(), category: 'utility', examples: { name: 'Ada' } };
    return stage.v3.call('submitMessageTemplate', {
      params: { messageTemplateId },
      body: { ...valid, ...body },
    });
  }

  const read = async (messageTemplateId: string) =>
    expectStatus(await stage.v3.call('getMessageTemplate', { params: { messageTemplateId } }), 200).body.data;

  /** The events about a template, with the webhooks that get them. */
  async function eventsOf(id: string) {
    const { prisma } = stage.database;
    const where = { tenantId: stage.tenantId, type: 'message_template.updated' };
    const events = (await prisma.event.findMany({ where, orderBy: { id: 'asc' } })).filter(
      ({ data }) => Object(data).id === id,
    );
    const deliveries = await prisma.delivery.findMany({
      where: { eventId: { in: events.map((one) => one.id) } },
    });
    return { events, webhookIds: deliveries.map(({ webhookId }) => webhookId) };
  }

  describe('submitMessageTemplate 200', () => {
    it('the template is pending, the event is emitted, and a job submits it', async () => {
      const id = await write({ status: 'draft', language: 'de' });
      const { data } = expectStatus(await submit(id.toUpperCase()), 200).body;
      expect(data).toMatchObject({
        id,
        status: 'pending',
        registration: {
          ...{ channelId: channelId(), vendorId: null, category: 'utility', status: 'pending' },
          ...{
            rejectionReason: null,
            quality: null,
            error: null,
            submittedAt: stage.clock.now().toISOString(),
          },
        },
      });
      expect(await read(id)).toEqual(data);
      const { events } = await eventsOf(id);
      expect(events).toMatchObject([
        { channelId: channelId(), chatId: null, contactId: null, legacyType: null },
      ]);
      expect(await findJobs(stage.database, 'submit-template', id)).toHaveLength(1);
    });

    it('again after a rejection; the provider’s id and the quality stay', async () => {
      const submission = {
        accountId: 'sandbox',
        name: 'again',
        language: 'en',
        qualityReportedAt: null,
        seenAt: null,
      };
      const registration = { ...registered, channelId: channelId() };
      const id = await write({ name: 'again', registration, submission });
      const { data } = expectStatus(await submit(id), 200).body;
      expect(data.registration).toMatchObject({
        ...{ vendorId: '7', status: 'pending', rejectionReason: null, quality: 'red', error: null },
      });
    });

    it('the event is delivered to webhooks of every type and of this channel only', async () => {
      const { database, tenantId } = stage;
      const other = await createChannel(database, tenantId);
      const add = (events: Parameters<typeof createWebhook>[2]) => createWebhook(database, tenantId, events);
      const type = 'message_template.updated';
      await database.prisma.webhook.updateMany({ where: { tenantId }, data: { status: 'inactive' } });
      const every = await add({ events: [{ type: null }] });
      const own = await add({ events: [{ type, channelIds: [channelId()] }] });
      await add({ events: [{ type, channelIds: [other.id] }] });
      await add({ events: [{ type: 'contact.updated' }] });
      const id = await write();
      expectStatus(await submit(id), 200);
      const { webhookIds } = await eventsOf(id);
      expect(webhookIds.sort()).toEqual([every.id, own.id].sort());
      await database.prisma.webhook.updateMany({ where: { tenantId }, data: { status: 'inactive' } });
    });
  });

  describe('submitMessageTemplate 400', () => {
    it.each([
      ['that is unknown', async () => '0193a1e0-5c00-7000-8000-00000000ffff'],
      ['of another tenant', async () => stage.other.channel.id],
      ['for SMS', async () => (await createChannel(stage.database, stage.tenantId, { type: 'sms' })).id],
      [
        'without a business account',
        async () =>
          (await createChannel(stage.database, stage.tenantId, { type: 'whatsapp', provider: 'whatsapp' }))
            .id,
      ],
    ])('channelId for a channel %s', async (_, find) => {
      expect(errorKeys(await submit(await write(), { channelId: await find() }))).toEqual({
        channelId: 'not_found',
      });
    });

    it('examples for each placeholder without one; a name can be written in two forms', async () => {
      const id = await write({ body: '{{a}} {{b}} {{größe}}' });
      expect(errorKeys(await submit(id, { examples: { a: '1', ['größe'.normalize('NFD')]: '2' } }))).toEqual({
        'examples.b': 'invalid_type',
      });
    });

    it.each<[string, Partial<Prisma.MessageTemplateUncheckedCreateInput>]>([
      ['a name with capitals', { name: 'Order Update' }],
      ['a text that is too long', { body: `{{name}}${'x'.repeat(1024)}` }],
      ['buttons', { content: { buttons: [{ type: 'quick_reply', text: 'Yes' }] } }],
      ['every kind of channel', { channelType: null }],
    ])('messageTemplateId for a template with or for %s; nothing is changed', async (_, values) => {
      const id = await write(values);
      const before = await read(id);
      expect(errorKeys(await submit(id))).toEqual({ messageTemplateId: 'invalid_string' });
      expect(await read(id)).toEqual(before);
      expect(await findJobs(stage.database, 'submit-template', id)).toEqual([]);
    });

    it('authentication with another category, and messageTemplateId for a text without its code', async () => {
      const authentication = { codeExpirationMinutes: 10 };
      const category = 'authentication';
      expect(errorKeys(await submit(await write(), { authentication }))).toEqual({
        authentication: 'unrecognized_keys',
      });
      expect(errorKeys(await submit(await write(), { authentication, category, examples: {} }))).toEqual({
        messageTemplateId: 'invalid_string',
      });
      expect(
        errorKeys(await submit(await write(), { authentication: { codeExpirationMinutes: 91 }, category })),
      ).toMatchObject({ 'authentication.codeExpirationMinutes': 'too_big' });
      const id = await write({ body: '{{1}} is your code.' });
      expectStatus(await submit(id, { authentication, category, examples: {} }), 200);
    });

    it('messageTemplateId for a file that Meta does not accept as a header', async () => {
      const submitWith = async (contentType: string) => {
        const file = await createFile(stage.database, stage.tenantId, { contentType });
        return submit(await write({ mediaFileId: file.id }));
      };
      expect(errorKeys(await submitWith('text/plain'))).toEqual({ messageTemplateId: 'invalid_string' });
      expectStatus(await submitWith('application/pdf'), 200);
    });

    it('messageTemplateId for a template with a footer at the provider; under another name it is a new one', async () => {
      const name = 'has_footer';
      const submission = { accountId: 'sandbox', name, language: 'en', hasMore: true };
      const registration = { ...registered, channelId: channelId() };
      const id = await write({ name, registration, submission });
      expect(errorKeys(await submit(id))).toEqual({ messageTemplateId: 'invalid_string' });
      expect(errorKeys(await submit(id, { examples: {} }))).toEqual({
        messageTemplateId: 'invalid_string',
        'examples.name': 'invalid_type',
      });
      const body = { name: 'has_no_footer' };
      expectStatus(
        await stage.v3.call('updateMessageTemplate', { params: { messageTemplateId: id }, body }),
        200,
      );
      expectStatus(await submit(id), 200);
    });

    it('all errors at once', async () => {
      const id = await write({ name: 'Another Update' });
      const body = { channelId: stage.other.channel.id, examples: {} };
      expect(errorKeys(await submit(id, body))).toEqual({
        channelId: 'not_found',
        'examples.name': 'invalid_type',
      });
    });
  });

  describe('submitMessageTemplate 404', () => {
    it.each(['not-an-id', '0193a1e0-5c00-7000-8000-00000000ffff'])('for %s', async (id) => {
      expect(expectStatus(await submit(id), 404).body.error.messageKey).toBe('message_template_not_found');
    });

    it('for a template of another tenant', async () => {
      expectStatus(await submit(stage.other.whatsappTemplate.id), 404);
    });
  });

  describe('submitMessageTemplate 409', () => {
    it('message_template_in_review while it is reviewed; nothing is changed', async () => {
      const id = await write();
      const { data } = expectStatus(await submit(id), 200).body;
      expect(expectStatus(await submit(id, { category: 'marketing' }), 409).body).toEqual(
        failure('message_template_in_review', 'The message template is being reviewed'),
      );
      expect(await read(id)).toEqual(data);
    });
  });

  describe('a registration', () => {
    it.each([registered, found])('is in every response, %#', async (values) => {
      const registration = { ...values, channelId: channelId() };
      const name = `registered ${values.status}`;
      const id = await write({ registration, name });
      const shown = { id, registration };
      expect(await read(id)).toMatchObject(shown);
      const params = { messageTemplateId: id };
      const updated = await stage.v3.call('updateMessageTemplate', { params, body: { status: 'draft' } });
      expect(expectStatus(updated, 200).body.data).toMatchObject({ ...shown, status: 'draft' });
      const body = { query: `eq(name,"${name}")` };
      const page = expectStatus(await stage.v3.call('searchMessageTemplates', { body }), 200).body.data;
      expect(page).toMatchObject([shown]);
      expect((await eventsOf(id)).events).toMatchObject([{ data: { status: 'draft', registration } }]);
    });

    it('of no provider: an update emits an event of no channel, and the same values emit none', async () => {
      const id = await write({ status: 'draft' });
      const params = { messageTemplateId: id };
      for (const _ of [1, 2])
        expectStatus(
          await stage.v3.call('updateMessageTemplate', { params, body: { status: 'approved' } }),
          200,
        );
      expect((await eventsOf(id)).events).toMatchObject([{ channelId: null, data: { registration: null } }]);
    });

    it('that is rejected is not sent, and the error has the reason', async () => {
      const registration = { ...registered, error: null, channelId: channelId() };
      const id = await write({ registration, status: 'rejected' });
      const body = { chatId: stage.own.chat.id, template: { id, variables: { name: 'Ada' } } };
      const refused = expectStatus(await stage.v3.call('sendMessage', { body }), 400);
      expect(refused.body.error).toMatchObject({
        invalidParams: { 'template.id': { message: 'The template is rejected, not approved: SCAM' } },
      });
    });
  });

  describe('syncMessageTemplates', () => {
    const sync = (id: string) => stage.v3.call('syncMessageTemplates', { body: { channelId: id } });

    it('200 enqueues a job; a second request replaces it', async () => {
      const { id } = await createChannel(stage.database, stage.tenantId);
      for (const _ of [1, 2])
        expect(expectStatus(await sync(id), 200).body.data).toEqual({
          channelId: id,
          requestedAt: stage.clock.now().toISOString(),
        });
      expect(await findJobs(stage.database, 'sync-templates', id)).toHaveLength(1);
    });

    it('400 for a channel that is unknown, another tenant’s or for email', async () => {
      const { id } = await createChannel(stage.database, stage.tenantId, { type: 'email' });
      for (const other of ['0193a1e0-5c00-7000-8000-00000000ffff', stage.other.channel.id, id])
        expect(errorKeys(await sync(other))).toEqual({ channelId: 'not_found' });
    });
  });
}
