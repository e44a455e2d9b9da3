import { describe, expect, test } from '@jest/globals';
import { claimTemplatePage, postponeTemplateSync, storeTemplatePage } from '@parley/core';
import type { Channel } from '@parley/database';
import { createMessageTemplate, createTenant } from '@parley/testkit';
import {
  BUSINESS_ACCOUNT_ID as accountId,
  respond,
} from '../../../../packages/channels/test/support/template-graph.js';
import { useTemplates } from './use-templates.js';

const { sending, startGraph, submit, read, report, context, requestSync, sync, stateOf, find } =
  useTemplates();

const body = (text: string) => ({ components: [{ type: 'BODY', text }] });

async function claimPage(channel: Channel) {
  await requestSync(channel);
  const request = await claimTemplatePage(context(), channel.id);
  if (request === null) throw new Error('There is no page to request');
  return { request, requestedAt: sending.clock.now() };
}

async function runUntilEnded(channel: Channel): Promise<void> {
  while ((await stateOf(channel)) !== 'ended') await sending.syncTemplates(channel.id);
}

const listed = {
  ...{ category: 'utility', status: 'approved', rejectionReason: null, quality: null, language: 'en' },
  ...{ body: 'Hello {{name}}', content: {}, hasFile: false, hasMore: false },
};
const nothing = { templates: [], cursor: null, isComplete: true };

describe('a template that a synchronization meets', () => {
  test('is not deleted when its submission ends while the list is read', async () => {
    const { channel } = await startGraph();
    const id = await submit(channel, { name: 'just_made' });
    sending.clock.advance(1_000);
    const page = await claimPage(channel);
    sending.clock.advance(1_000);
    await sending.submitTemplate(id);
    await storeTemplatePage(context(), { ...page, page: nothing });
    await runUntilEnded(channel);
    expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
    sending.clock.advance(1_000);
    await storeTemplatePage(context(), { ...(await claimPage(channel)), page: nothing });
    await runUntilEnded(channel);
    expect(await read(id)).toMatchObject({ registration: { status: 'deleted' } });
  });

  test('keeps its state when an edit ends while the list is read', async () => {
    const { channel } = await startGraph();
    const id = await submit(channel, { name: 'just_edited' });
    await sending.submitTemplate(id);
    await report(id, 'approved');
    await submit(channel, { id });
    sending.clock.advance(1_000);
    const request = await claimPage(channel);
    sending.clock.advance(1_000);
    await sending.submitTemplate(id);
    const vendorId = (await read(id)).registration?.vendorId ?? '';
    const templates = [{ ...listed, name: 'just_edited', vendorId }];
    await storeTemplatePage(context(), { ...request, page: { ...nothing, templates } });
    expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
  });

  test('is not deleted when another channel of the account has seen it later', async () => {
    const { channel, url } = await startGraph();
    const settings = { baseUrl: url, businessAccountId: accountId };
    const other = await sending.addChannel({ type: 'whatsapp', provider: 'whatsapp', settings });
    const id = await submit(channel, { name: 'shared' });
    await sending.submitTemplate(id);
    sending.clock.advance(1_000);
    const early = await claimPage(channel);
    sending.clock.advance(1_000);
    const late = await claimPage(other);
    const { registration } = await read(id);
    const templates = [{ ...listed, name: 'shared', vendorId: registration?.vendorId ?? '' }];
    const page = { ...nothing, templates };
    await storeTemplatePage(context(), { ...late, page });
    await storeTemplatePage(context(), { ...early, page });
    for (const one of [channel, other]) await runUntilEnded(one);
    expect(await read(id)).toMatchObject({ registration: { status: 'approved' } });
  });

  test('is not changed by a report that is older than the list', async () => {
    const { channel, templates } = await startGraph();
    templates.push({ id: 'e1', name: 'newer_list', language: 'en', status: 'PAUSED', ...body('Hi') });
    sending.clock.advance(10_000);
    await sync(channel);
    const id = (await find('newer_list'))?.id ?? '';
    const at = new Date(sending.clock.now().getTime() - 5_000);
    expect(await report(id, 'approved', { at })).toBe('known');
    sending.clock.advance(10_000);
    templates[0] = { ...Object(templates[0]), status: 'DISABLED' };
    await sync(channel);
    expect(await report(id, 'approved', { at: new Date(at.getTime() + 10_000) })).toBe('known');
    expect(await read(id)).toMatchObject({ registration: { status: 'disabled' } });
    expect(await report(id, 'approved')).toBe('applied');
  });

  test('is one template in both forms of its language, and a draft stays a draft', async () => {
    const { channel, templates } = await startGraph();
    const { database, tenantId } = context();
    const values = { channelType: 'whatsapp', name: 'drafted', language: 'pt-BR', status: 'draft' } as const;
    const { id } = await createMessageTemplate(database, tenantId, values);
    templates.push({ id: 'f1', name: 'drafted', language: 'pt_BR', status: 'APPROVED', ...body('Oi') });
    await sync(channel);
    expect(await database.prisma.messageTemplate.count({ where: { tenantId, name: 'drafted' } })).toBe(1);
    expect(await read(id)).toMatchObject({
      status: 'draft',
      registration: { vendorId: 'f1', status: 'approved' },
    });
  });

  test('of another workspace stays as it is', async () => {
    const { channel, templates } = await startGraph();
    const { database } = context();
    const { id: tenantId } = await createTenant(database);
    const registration = { channelId: channel.id, vendorId: 'g1', category: 'utility', status: 'pending' };
    const name = 'of_two';
    const other = await createMessageTemplate(database, tenantId, {
      ...{ name, channelType: 'whatsapp', status: 'pending', language: 'en' },
      registration,
      submission: { accountId, name, language: 'en', isWaiting: false, attempts: 1, examples: {} },
    });
    templates.push({ id: 'g1', name, language: 'en', status: 'APPROVED', ...body('Hi') });
    await sync(channel);
    const own = (await find(name))?.id ?? '';
    await report(own, 'disabled');
    expect(await read(own)).toMatchObject({ registration: { status: 'disabled' } });
    expect(await database.prisma.messageTemplate.findFirst({ where: { id: other.id } })).toEqual(other);
  });
});

describe('a list that cannot be read in full', () => {
  /** A template that Meta had, and that the list no longer has. */
  async function missing(channel: Channel, name: string) {
    const id = await submit(channel, { name });
    await sending.submitTemplate(id);
    sending.clock.advance(1_000);
    return id;
  }

  test('closes no template after an entry that was not understood', async () => {
    const { channel, templates } = await startGraph();
    const id = await missing(channel, 'not_understood');
    templates[0] = { ...Object(templates[0]), status: '?' };
    await sync(channel);
    expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
  });

  test('is read again from its first page when Meta refuses the cursor, once', async () => {
    let refusals = 1;
    const { channel, templates, requests } = await startGraph(({ method, response }) => {
      const isNext = (requests.at(-1)?.path ?? '').includes('after=') && method === 'GET' && refusals > 0;
      if (isNext) respond(response, 400, { error: { message: 'Invalid cursor', code: 100 } });
      if (isNext) refusals -= 1;
      return isNext;
    });
    for (let number = 0; number < 26; number += 1)
      templates.push({
        id: `h${number}`,
        name: `again_${number}`,
        language: 'en',
        status: 'APPROVED',
        ...body('Hi'),
      });
    await sync(channel);
    expect(requests).toHaveLength(4);
    expect(await find('again_25')).toBeDefined();
    refusals = 2;
    await sync(channel);
    expect(requests).toHaveLength(8);
  });

  test('ends when the account of the channel has changed; no template counts as deleted', async () => {
    const { channel, templates, requests } = await startGraph();
    const id = await missing(channel, 'other_account');
    templates.splice(0);
    await requestSync(channel);
    const settings = { ...Object(channel.settings), businessAccountId: '7' };
    await context().database.prisma.channel.update({ where: { id: channel.id }, data: { settings } });
    await sending.syncTemplates(channel.id);
    expect(await stateOf(channel)).toBe('ended');
    expect(requests.map(({ method }) => method)).toEqual(['POST']);
    expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
  });

  test('does not delay a synchronization that was requested meanwhile', async () => {
    const { channel } = await startGraph();
    const { request } = await claimPage(channel);
    sending.clock.advance(1_000);
    await requestSync(channel);
    const due = await sending.dueAt(channel.id, ['sync-templates']);
    const at = new Date(sending.clock.now().getTime() + 60_000);
    await postponeTemplateSync(context(), request, { attempt: 1, at });
    expect(await sending.dueAt(channel.id, ['sync-templates'])).toEqual(due);
  });
});
