import { describe, expect, test } from '@jest/globals';
import {
  claimSubmission,
  completeSubmission,
  failSubmission,
  postponeSubmission,
  submitMessageTemplate,
  updateMessageTemplate,
} from '@parley/core';
import type { Channel } from '@parley/database';
import { rules, useTemplates } from './use-templates.js';

const { sending, startGraph, submit, read, report, context, requestSync } = useTemplates();

async function claim(id: string) {
  const claimed = await claimSubmission(context(), id);
  if (claimed === null) throw new Error('The submission was not claimed');
  return claimed;
}

/** Submits a template that Meta then has in this state. */
async function submitted(channel: Channel, name: string, status = 'approved') {
  const id = await submit(channel, { name });
  await sending.submitTemplate(id);
  await report(id, status, status === 'rejected' ? { rejectionReason: 'SCAM' } : {});
  sending.clock.advance(10_000);
  return id;
}

const refusal = { code: 'invalid_template', message: 'Once a day' };

describe('a template that is submitted again', () => {
  test('is not edited twice when the worker is killed after the call', async () => {
    const { channel, templates, requests } = await startGraph();
    const id = await submitted(channel, 'edited_once');
    await updateMessageTemplate(context(), { messageTemplateId: id, body: 'Dear {{name}}' });
    await submit(channel, { id });
    await claim(id);
    templates[0] = {
      ...Object(templates[0]),
      ...{ status: 'APPROVED', components: [{ type: 'BODY', text: 'Dear {{name}}' }] },
    };
    await sending.submitTemplate(id);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(await read(id)).toMatchObject({ status: 'approved', registration: { status: 'approved' } });
  });

  test('ignores a late report of the previous review', async () => {
    const { channel } = await startGraph();
    const id = await submitted(channel, 'late_review', 'rejected');
    const at = new Date(sending.clock.now().getTime() - 5_000);
    await submit(channel, { id });
    expect(await report(id, 'approved', { at })).toBe('known');
    await sending.submitTemplate(id);
    expect(await report(id, 'approved', { at })).toBe('known');
    expect(await read(id)).toMatchObject({ status: 'pending', registration: { status: 'pending' } });
    expect(await report(id, 'approved')).toBe('applied');
  });

  test('returns to its state when the edit is refused, with the reason and the status of its author', async () => {
    const { channel } = await startGraph();
    const [rejected, draft] = [
      await submitted(channel, 'was_rejected', 'rejected'),
      await submitted(channel, 'was_draft'),
    ];
    await updateMessageTemplate(context(), { messageTemplateId: draft, status: 'draft' });
    for (const id of [rejected, draft]) {
      await submit(channel, { id, category: 'marketing' });
      await failSubmission(context(), await claim(id), refusal);
    }
    expect(await read(rejected)).toMatchObject({
      status: 'rejected',
      registration: { status: 'rejected', rejectionReason: 'SCAM', category: 'utility', error: refusal },
    });
    expect(await read(draft)).toMatchObject({
      status: 'draft',
      registration: { status: 'approved', error: refusal },
    });
  });

  test('keeps what Meta reports, or its author sets, before the edit is refused', async () => {
    const { channel } = await startGraph();
    const [disabled, draft] = [
      await submitted(channel, 'now_disabled'),
      await submitted(channel, 'now_draft'),
    ];
    for (const id of [disabled, draft]) await submit(channel, { id });
    const claims = [await claim(disabled), await claim(draft)];
    await report(disabled, 'disabled', { rejectionReason: 'ABUSE' });
    await updateMessageTemplate(context(), { messageTemplateId: draft, status: 'draft' });
    for (const claimed of claims) await failSubmission(context(), claimed, refusal);
    expect(await read(disabled)).toMatchObject({
      status: 'rejected',
      registration: { status: 'disabled', rejectionReason: 'ABUSE', error: refusal },
    });
    expect(await read(draft)).toMatchObject({ status: 'draft', registration: { status: 'approved' } });
  });

  test('is refused while the submission waits, whatever Meta has reported', async () => {
    const { channel } = await startGraph();
    const id = await submitted(channel, 'waits_still');
    await submit(channel, { id });
    await report(id, 'paused');
    await expect(submit(channel, { id })).rejects.toMatchObject({ code: 'message_template_in_review' });
  });

  test('is not postponed by an attempt at an earlier submission', async () => {
    const { channel } = await startGraph();
    const id = await submit(channel, { name: 'postponed' });
    const first = await claim(id);
    await failSubmission(context(), first, refusal);
    sending.clock.advance(1_000);
    await submit(channel, { id });
    const [due] = await sending.dueAt(id, ['submit-template']);
    const at = new Date(sending.clock.now().getTime() + 60_000);
    await postponeSubmission(context(), first, { at, isCounted: true });
    expect(await sending.dueAt(id, ['submit-template'])).toEqual([due]);
  });

  test('is found after a failure that left open whether Meta has it', async () => {
    let isLost = true;
    const { channel, templates, requests } = await startGraph(({ response, handle }) => {
      if (!isLost) return false;
      response.destroy();
      handle();
      return true;
    });
    const id = await submit(channel, { name: 'open_failure' });
    await sending.submitTemplate(id);
    await failSubmission(context(), { messageTemplateId: id }, refusal);
    isLost = false;
    await submit(channel, { id });
    await sending.submitTemplate(id);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(await read(id)).toMatchObject({ registration: { vendorId: templates[0]?.id, error: null } });
  });

  test('has the text that was checked, whatever its author writes meanwhile', async () => {
    const { channel, templates } = await startGraph();
    const id = await submit(channel, { name: 'checked' });
    await updateMessageTemplate(context(), { messageTemplateId: id, body: 'x'.repeat(2000) });
    await sending.submitTemplate(id);
    expect(templates).toMatchObject([{ components: [{ text: 'Hello {{name}}' }] }]);
  });

  test('has failed when the account of the channel was changed meanwhile', async () => {
    const { channel, requests } = await startGraph();
    const id = await submit(channel, { name: 'moved' });
    const settings = { ...Object(channel.settings), businessAccountId: '7' };
    await context().database.prisma.channel.update({ where: { id: channel.id }, data: { settings } });
    await sending.submitTemplate(id);
    expect(requests).toEqual([]);
    expect(await read(id)).toMatchObject({
      registration: { status: 'failed', error: { code: 'channel_not_configured' } },
    });
  });
});

describe('the language of a template', () => {
  test.each(['pt-BR', 'pt_BR'])('%s is one language for the submission and the report', async (language) => {
    const { channel, templates } = await startGraph();
    const id = await submit(channel, { name: `regional_${language === 'pt_BR' ? 1 : 2}`, language });
    await sending.submitTemplate(id);
    expect(templates).toMatchObject([{ language: 'pt_BR' }]);
    expect(await report(id, 'approved', { language: 'pt_BR', vendorId: null })).toBe('applied');
    expect(await read(id)).toMatchObject({ language, status: 'approved' });
  });

  test('may differ in a report that has the id of the template', async () => {
    const { channel } = await startGraph();
    const id = await submit(channel, { name: 'by_id' });
    await sending.submitTemplate(id);
    expect(await report(id, 'approved', { language: 'en_US' })).toBe('applied');
    expect(await report(id, 'paused', { language: 'en_US', vendorId: '1' })).toBe('unknown template');
  });
});

test('a completed submission keeps its response when Meta has reported only the previous review', async () => {
  const { channel } = await startGraph();
  const id = await submitted(channel, 'answered', 'rejected');
  await submit(channel, { id });
  const claimed = await claim(id);
  await report(id, 'rejected', { at: new Date(sending.clock.now().getTime() - 5_000) });
  const state = { status: 'approved', rejectionReason: null };
  await completeSubmission(context(), claimed, { vendorId: '5', state });
  expect(await read(id)).toMatchObject({ status: 'approved', registration: { status: 'approved' } });
});

test('a template that has more at Meta than a text is not submitted', async () => {
  const { channel, templates, requests } = await startGraph();
  const id = await submitted(channel, 'with_footer');
  const components = [
    { type: 'BODY', text: 'Hello {{name}}' },
    { type: 'FOOTER', text: 'Reply STOP' },
  ];
  templates[0] = { ...Object(templates[0]), components };
  await requestSync(channel);
  await sending.syncTemplates(channel.id);
  const request = { messageTemplateId: id, channelId: channel.id, category: 'utility', rules };
  const again = submitMessageTemplate(context(), { ...request, examples: { name: 'Ada' } });
  await expect(again).rejects.toMatchObject({
    details: { invalidParams: { messageTemplateId: { message: expect.stringContaining('footer') } } },
  });
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
