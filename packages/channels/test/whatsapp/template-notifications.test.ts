import { describe, expect, it } from '@jest/globals';
import { adapterFor } from '../../src/index.js';
import { jsonRequest, whatsappChannel } from '../support/ingress-request.js';
import { BUSINESS_ACCOUNT_ID } from '../support/template-graph.js';
import { channel } from './template-support.js';

const { parseInbound } = adapterFor('whatsapp');

describe('a notification about a template', () => {
  const value = {
    message_template_id: 594425479261596,
    message_template_name: 'order_update',
    message_template_language: 'en',
  };
  const known = {
    kind: 'template',
    accountId: BUSINESS_ACCOUNT_ID,
    externalId: '594425479261596',
    name: 'order_update',
    language: 'en',
    timestamp: new Date(1763112000_000),
  };

  function notify(field: string, news: object, changes: { id?: string; time?: unknown } = {}) {
    const { id = BUSINESS_ACCOUNT_ID, time = 1763112000 } = changes;
    const entry = [{ id, time, changes: [{ field, value: { ...value, ...news } }] }];
    return jsonRequest({ object: 'whatsapp_business_account', entry });
  }
  const status = 'message_template_status_update';

  it.each([
    ['APPROVED', 'NONE', 'approved', null],
    ['REJECTED', 'INVALID_FORMAT', 'rejected', 'INVALID_FORMAT'],
    ['PAUSED', undefined, 'paused', null],
    ['REINSTATED', undefined, 'approved', null],
    ['UNARCHIVED', undefined, 'approved', null],
    ['ARCHIVED', undefined, 'archived', null],
    ['SOMETHING_NEW', undefined, 'something_new', null],
  ])('%s, %s', async (event, reason, expected, rejectionReason) => {
    expect(await parseInbound(notify(status, { event, reason }), channel)).toEqual([
      { ...known, state: { status: expected, rejectionReason } },
    ]);
  });

  it('has the quality', async () => {
    const news = { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' };
    expect(await parseInbound(notify('message_template_quality_update', news), channel)).toEqual([
      { ...known, quality: 'yellow' },
    ]);
  });

  it('has the category', async () => {
    const news = { event: 'APPROVED', message_template_category: 'MARKETING' };
    expect(await parseInbound(notify(status, news), channel)).toEqual([
      { ...known, state: { status: 'approved', rejectionReason: null }, category: 'marketing' },
    ]);
    const field = 'template_category_update';
    const changed = { previous_category: 'UTILITY', new_category: 'MARKETING' };
    expect(await parseInbound(notify(field, changed), channel)).toEqual([
      { ...known, category: 'marketing' },
    ]);
    const announced = { new_category: 'UTILITY', correct_category: 'MARKETING' };
    expect(await parseInbound(notify(field, announced), channel)).toEqual([]);
  });

  it('that locks a template leaves its status', async () => {
    expect(await parseInbound(notify(status, { event: 'LOCKED' }), channel)).toEqual([]);
  });

  it('has the language as the Graph API writes it', async () => {
    const news = { event: 'PAUSED', message_template_language: 'en-US' };
    expect(await parseInbound(notify(status, news), channel)).toMatchObject([{ language: 'en_US' }]);
  });

  it('may be of another account than that of the channel', async () => {
    const news = { event: 'APPROVED' };
    expect(await parseInbound(notify(status, news, { id: '1' }), channel)).toMatchObject([
      { accountId: '1' },
    ]);
    expect(await parseInbound(notify(status, news), whatsappChannel)).toMatchObject([
      { accountId: BUSINESS_ACCOUNT_ID },
    ]);
  });

  it('without a name or a status is skipped; an id that is no safe number is left out', async () => {
    const skipped: string[] = [];
    const onSkip = (kind: string) => skipped.push(kind);
    const broken = [{ event: 'APPROVED', message_template_name: 7.5 }, { event: '!' }];
    for (const news of broken) await parseInbound(notify(status, news), channel, { onSkip });
    expect(skipped).toEqual([status, status]);
    const unsafe = { event: 'APPROVED', message_template_id: 2 ** 60 };
    expect(await parseInbound(notify(status, unsafe), channel)).toMatchObject([{ externalId: null }]);
  });
});
