import { describe, expect, test } from '@jest/globals';
import {
  claimSubmission,
  completeSubmission,
  deleteMessageTemplate,
  updateMessageTemplate,
} from '@parley/core';
import { respond } from '../../../../packages/channels/test/support/template-graph.js';
import { sendingDelaysMs } from '../../src/messages/judge-failure.js';
import { submitTemplateTask } from '../../src/templates/submit-template-task.js';
import { useTemplates } from './use-templates.js';

const { sending, startGraph, submit, read, report, events, context } = useTemplates();
const text = (value: string) => ({ components: [{ type: 'BODY', text: value }] });
const dueAt = (id: string) => sending.dueAt(id, ['submit-template']);

describe('a template that was submitted', () => {
  test('is at Meta once, and each change emits message_template.updated', async () => {
    const { channel, templates, requests } = await startGraph();
    const id = await submit(channel, { name: 'once' });
    expect(await read(id)).toMatchObject({ status: 'pending', registration: { vendorId: null } });
    expect(await dueAt(id)).toHaveLength(1);
    for (const _ of [1, 2]) await sending.submitTemplate(id);
    expect(requests).toHaveLength(1);
    expect(templates).toMatchObject([
      { name: 'once', language: 'en', category: 'UTILITY', components: [{ text: 'Hello {{name}}' }] },
    ]);
    const [{ id: vendorId = '' } = {}] = templates;
    expect(await read(id)).toMatchObject({
      status: 'pending',
      registration: { vendorId, status: 'pending' },
    });
    await report(id, 'approved');
    expect(await read(id)).toMatchObject({
      status: 'approved',
      registration: { vendorId, status: 'approved' },
    });
    expect((await events(id)).map(({ status, registration }) => [status, registration?.vendorId])).toEqual([
      ['pending', null],
      ['pending', vendorId],
      ['approved', vendorId],
    ]);
  });

  test('is counted apart from the messages of the provider', async () => {
    const count = async (provider: string) =>
      (await sending.registry.metrics())
        .split('\n')
        .find((line) =>
          line.startsWith(`parley_provider_call_duration_seconds_count{provider="${provider}",`),
        );
    const { channel } = await startGraph();
    const before = await count('whatsapp');
    await sending.submitTemplate(await submit(channel, { name: 'counted' }));
    expect(await count('whatsapp-templates')).toMatch(/outcome="sent"/);
    expect(await count('whatsapp')).toBe(before);
  });

  test('is created once when the response is lost', async () => {
    let isLost = true;
    const { channel, templates, requests } = await startGraph(({ method, response, handle }) => {
      if (method === 'GET' || !isLost) return false;
      isLost = false;
      response.destroy();
      handle();
      return true;
    });
    const id = await submit(channel, { name: 'lost' });
    await sending.submitTemplate(id);
    const [due = sending.clock.now()] = await dueAt(id);
    expect(due > sending.clock.now()).toBe(true);
    expect(await read(id)).toMatchObject({ registration: { status: 'pending', vendorId: null } });
    await sending.submitTemplate(id);
    expect(templates).toHaveLength(1);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(await read(id)).toMatchObject({ registration: { vendorId: templates[0]?.id, error: null } });
  });

  test('is not lost when the worker is killed during the call', async () => {
    const { channel, templates, requests } = await startGraph();
    const id = await submit(channel, { name: 'killed' });
    await claimSubmission(context(), id);
    templates.push({
      id: '77',
      name: 'killed',
      language: 'en',
      status: 'PENDING',
      ...text('Hello {{name}}'),
    });
    await sending.submitTemplate(id);
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    expect(await read(id)).toMatchObject({ registration: { vendorId: '77', status: 'pending' } });
  });

  test('keeps what Meta has reported before the response is recorded', async () => {
    const { channel } = await startGraph();
    const id = await submit(channel, { name: 'early' });
    const claimed = await claimSubmission(context(), id);
    await report(id, 'rejected', { rejectionReason: 'INVALID_FORMAT' });
    if (claimed === null) throw new Error('The submission was not claimed');
    const state = { status: 'pending', rejectionReason: null };
    await completeSubmission(context(), claimed, { vendorId: '5', category: 'marketing', state });
    expect(await read(id)).toMatchObject({
      status: 'rejected',
      registration: {
        vendorId: '5',
        category: 'marketing',
        status: 'rejected',
        rejectionReason: 'INVALID_FORMAT',
      },
    });
  });

  test('that Meta refuses has failed with the reason, and can be submitted again', async () => {
    let isRefused = true;
    const error = { message: 'Invalid parameter', code: 100, error_user_msg: 'Add an example.' };
    const { channel } = await startGraph(({ response }) => {
      if (isRefused) respond(response, 400, { error });
      return isRefused;
    });
    const id = await submit(channel, { name: 'refused' });
    await sending.submitTemplate(id);
    expect(await read(id)).toMatchObject({
      status: 'rejected',
      registration: { status: 'failed', error: { code: 'invalid_template', message: 'Add an example.' } },
    });
    expect(await events(id)).toHaveLength(2);
    isRefused = false;
    await submit(channel, { id });
    await sending.submitTemplate(id);
    expect(await read(id)).toMatchObject({
      status: 'pending',
      registration: { status: 'pending', error: null },
    });
  });

  test('that exists at Meta already has failed; nothing there changes', async () => {
    const { channel, templates } = await startGraph();
    templates.push({ id: '9', name: 'taken', language: 'en', status: 'APPROVED' });
    const id = await submit(channel, { name: 'taken' });
    await sending.submitTemplate(id);
    expect(await read(id)).toMatchObject({
      registration: { vendorId: null, error: { code: 'template_exists' } },
    });
    expect(templates).toEqual([{ id: '9', name: 'taken', language: 'en', status: 'APPROVED' }]);
  });

  test('is edited at Meta after a change; a refused edit leaves its status', async () => {
    let isRefused = false;
    const { channel, templates, requests } = await startGraph(({ response }) => {
      if (isRefused) respond(response, 400, { error: { message: 'Once a day', code: 100 } });
      return isRefused;
    });
    const id = await submit(channel, { name: 'edited' });
    await sending.submitTemplate(id);
    await report(id, 'approved');
    await updateMessageTemplate(context(), { messageTemplateId: id, body: 'Dear {{name}}' });
    await submit(channel, { id });
    await sending.submitTemplate(id);
    expect(templates).toMatchObject([{ components: [{ text: 'Dear {{name}}' }] }]);
    expect(await read(id)).toMatchObject({ status: 'pending', registration: { vendorId: templates[0]?.id } });
    await report(id, 'approved');
    isRefused = true;
    await submit(channel, { id, category: 'marketing' });
    await sending.submitTemplate(id);
    expect(requests).toHaveLength(3);
    expect(await read(id)).toMatchObject({
      status: 'approved',
      registration: { status: 'approved', category: 'utility', error: { code: 'invalid_template' } },
    });
  });

  test('is a new one at Meta under another name', async () => {
    const { channel, templates } = await startGraph();
    const id = await submit(channel, { name: 'old_name' });
    await sending.submitTemplate(id);
    await report(id, 'rejected', { rejectionReason: 'SCAM' });
    await updateMessageTemplate(context(), { messageTemplateId: id, name: 'new_name' });
    await submit(channel, { id });
    expect(await read(id)).toMatchObject({ registration: { vendorId: null, rejectionReason: null } });
    await sending.submitTemplate(id);
    expect(templates.map(({ name }) => name)).toEqual(['old_name', 'new_name']);
  });

  test('is submitted again after a rate limit, and fails after the last attempt', async () => {
    const { channel } = await startGraph(({ response }) => {
      respond(response, 400, { error: { message: 'Too many calls', code: 80008 } });
      return true;
    });
    const id = await submit(channel, { name: 'throttled' });
    for (const _ of sendingDelaysMs) {
      await sending.submitTemplate(id);
      expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
      const [due = sending.clock.now()] = await dueAt(id);
      sending.clock.advance(due.getTime() - sending.clock.now().getTime());
    }
    await sending.submitTemplate(id);
    expect(await read(id)).toMatchObject({ registration: { status: 'failed', error: { code: '80008' } } });
  });

  test('has failed when its channel was deleted, or its job is dead', async () => {
    const { channel, requests } = await startGraph();
    const [gone, dead] = [await submit(channel, { name: 'gone' }), await submit(channel, { name: 'dead' })];
    const { database, tenantId, now } = context();
    // The task uses these dependencies only.
    const dependencies = { database, now } as Parameters<NonNullable<typeof submitTemplateTask.onDead>>[1];
    await submitTemplateTask.onDead?.({ tenantId, messageTemplateId: dead }, dependencies);
    await database.prisma.channel.delete({ where: { id: channel.id } });
    await sending.submitTemplate(gone);
    expect(requests).toEqual([]);
    expect(await read(gone)).toMatchObject({ registration: { error: { code: 'channel_not_found' } } });
    expect(await read(dead)).toMatchObject({ registration: { error: { code: 'internal_error' } } });
  });

  test('and deleted is not sent', async () => {
    const { channel, requests } = await startGraph();
    const id = await submit(channel, { name: 'removed' });
    await deleteMessageTemplate(context(), id);
    await sending.submitTemplate(id);
    expect(requests).toEqual([]);
  });
});

describe('a template of a sandbox channel', () => {
  test.each([
    ['welcome', 'approved', null],
    ['is_rejected', 'rejected', 'INVALID_FORMAT'],
  ])('%s is %s at once', async (name, status, rejectionReason) => {
    const channel = await sending.addChannel({ type: 'whatsapp', provider: 'sandbox' });
    const id = await submit(channel, { name });
    await sending.submitTemplate(id);
    expect(await read(id)).toMatchObject({ status, registration: { status, rejectionReason } });
  });
});
