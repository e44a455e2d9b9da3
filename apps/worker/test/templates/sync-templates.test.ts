import { describe, expect, test } from '@jest/globals';
import { claimTemplatePage, defaultSizes, enqueueDueTemplateSyncs, storeTemplatePage } from '@parley/core';
import type { Channel } from '@parley/database';
import { createMessageTemplate } from '@parley/testkit';
import { respond } from '../../../../packages/channels/test/support/template-graph.js';
import { useTemplates } from './use-templates.js';

const { sending, startGraph, submit, read, report, events, context, requestSync, sync, stateOf, find } =
  useTemplates();
const dueAt = (channel: Channel) => sending.dueAt(channel.id, ['sync-templates']);

const body = (text: string) => ({ components: [{ type: 'BODY', text }] });

describe('a synchronization', () => {
  test('creates the templates that were made at Meta, page by page; again, it changes nothing', async () => {
    const { channel, templates, requests } = await startGraph();
    for (let number = 0; number < 26; number += 1)
      templates.push({
        id: `a${number}`,
        name: `made_${number}`,
        language: 'en_US',
        status: 'APPROVED',
        category: 'MARKETING',
        quality_score: { score: 'GREEN' },
        ...body('Hi {{1}}'),
      });
    expect(await sync(channel)).toBe(3);
    expect(requests).toHaveLength(2);
    const made = await find('made_25');
    expect(made).toMatchObject({
      channelType: 'whatsapp',
      language: 'en_US',
      body: 'Hi {{1}}',
      status: 'approved',
      registration: {
        channelId: channel.id,
        vendorId: 'a25',
        category: 'marketing',
        status: 'approved',
        quality: 'green',
        submittedAt: null,
      },
    });
    await sync(channel);
    expect(await find('made_25')).toEqual(made);
    expect(await events(made?.id ?? '')).toHaveLength(1);
  });

  test('gives a template that was written here its registration, and keeps its text', async () => {
    const { channel, templates } = await startGraph();
    const { database, tenantId } = context();
    const values = { channelType: 'whatsapp', name: 'written', body: 'Ours' } as const;
    const { id } = await createMessageTemplate(database, tenantId, values);
    const other = await createMessageTemplate(database, tenantId, { name: 'written', channelType: 'sms' });
    templates.push({ id: 'b1', name: 'written', language: 'en', status: 'DISABLED', ...body('Theirs') });
    await sync(channel);
    expect(await read(id)).toMatchObject({
      body: 'Ours',
      status: 'rejected',
      registration: { status: 'disabled', vendorId: 'b1' },
    });
    expect(await read(other.id)).toMatchObject({ status: 'approved', registration: null });
  });

  test('sees a status whose notification was lost, and a template that no longer exists', async () => {
    const { channel, templates } = await startGraph();
    const ids = [
      await submit(channel, { name: 'reviewed' }),
      await submit(channel, { name: 'removed_there' }),
    ];
    for (const id of ids) await sending.submitTemplate(id);
    const [reviewed = '', removed = ''] = ids;
    sending.clock.advance(1_000);
    templates[0] = { ...templates[0], status: 'REJECTED', rejected_reason: 'SCAM' } as (typeof templates)[0];
    templates.splice(1, 1);
    await sync(channel);
    expect(await read(reviewed)).toMatchObject({
      status: 'rejected',
      registration: { status: 'rejected', rejectionReason: 'SCAM', submittedAt: expect.any(String) },
    });
    expect(await read(removed)).toMatchObject({ status: 'rejected', registration: { status: 'deleted' } });
    expect(await events(removed)).toHaveLength(3);
  });

  test('does not overwrite a submission that waits, or a later report', async () => {
    const { channel, templates } = await startGraph();
    const [waiting, reported] = [
      await submit(channel, { name: 'waits' }),
      await submit(channel, { name: 'later' }),
    ];
    await sending.submitTemplate(reported);
    templates.push({ id: 'c1', name: 'waits', language: 'en', status: 'REJECTED', ...body('Old') });
    await requestSync(channel);
    const request = await claimTemplatePage(context(), channel.id);
    if (request === null) throw new Error('There is no page to request');
    const requestedAt = sending.clock.now();
    sending.clock.advance(1_000);
    await report(reported, 'approved');
    const listed = {
      category: 'utility',
      status: 'rejected',
      rejectionReason: null,
      quality: null,
      body: 'x',
      content: {},
      hasFile: false,
      hasMore: false,
    };
    const page = {
      isComplete: true,
      cursor: null,
      templates: [
        { ...listed, vendorId: 'c1', name: 'waits', language: 'en' },
        { ...listed, vendorId: 'c2', name: 'later', language: 'en' },
      ],
    };
    await storeTemplatePage(context(), { request, requestedAt, page });
    expect(await read(waiting)).toMatchObject({ registration: { status: 'pending', vendorId: null } });
    expect(await read(reported)).toMatchObject({ registration: { status: 'approved' } });
    // A page that arrives a second time, or after a new request, is dropped.
    await storeTemplatePage(context(), { request, requestedAt, page });
    expect(await stateOf(channel)).toBe('closing');
  });

  test('leaves out a template without a text, and one whose name another account has', async () => {
    const [one, two] = [await startGraph(), await startGraph()];
    one.templates.push(
      { id: 'd1', name: 'without_text', language: 'en', status: 'APPROVED' },
      { id: 'd2', name: 'both', language: 'en', status: 'APPROVED', ...body('One') },
    );
    await sync(one.channel);
    expect(await find('without_text')).toBeUndefined();
    two.templates.push({ id: 'd3', name: 'both', language: 'en', status: 'REJECTED', ...body('Two') });
    const { database } = context();
    const settings = { ...Object(two.channel.settings), businessAccountId: '7' };
    await database.prisma.channel.update({ where: { id: two.channel.id }, data: { settings } });
    await sync(two.channel);
    expect(await find('both')).toMatchObject({
      body: 'One',
      registration: { vendorId: 'd2', status: 'approved' },
    });
  });

  test('waits after a rate limit, and ends when Meta refuses it; no template counts as deleted', async () => {
    let refusal = { status: 429, code: 4 };
    const { channel } = await startGraph(({ method, response }) => {
      if (method === 'GET')
        respond(response, refusal.status, { error: { message: 'No', code: refusal.code } });
      return method === 'GET';
    });
    const id = await submit(channel, { name: 'kept' });
    await sending.submitTemplate(id);
    sending.clock.advance(1_000);
    await requestSync(channel);
    await sending.syncTemplates(channel.id);
    const [due = sending.clock.now()] = await dueAt(channel);
    expect(due > sending.clock.now()).toBe(true);
    refusal = { status: 401, code: 190 };
    await sending.syncTemplates(channel.id, 1);
    expect(await stateOf(channel)).toBe('ended');
    expect(await read(id)).toMatchObject({ registration: { status: 'pending' } });
  });

  test('of a sandbox channel ends at once', async () => {
    expect(await sync(await sending.addChannel({ type: 'whatsapp', provider: 'sandbox' }))).toBe(1);
  });

  test('is started by the maintenance once a day, for channels with a business account', async () => {
    const { channel } = await startGraph();
    const without = await sending.addChannel({ type: 'whatsapp', provider: 'whatsapp', settings: {} });
    const { database, now } = context();
    await enqueueDueTemplateSyncs(database, now(), defaultSizes);
    expect(await dueAt(channel)).toHaveLength(1);
    expect(await dueAt(without)).toEqual([]);
    expect(await stateOf(channel)).toBe('listing');
    expect(await enqueueDueTemplateSyncs(database, now(), defaultSizes)).toBe(0);
    sending.clock.advance(24 * 3600_000 + 1);
    expect(await enqueueDueTemplateSyncs(database, now(), defaultSizes)).toBeGreaterThan(0);
  });
});
