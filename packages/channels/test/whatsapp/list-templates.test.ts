import { describe, expect, it } from '@jest/globals';
import { respond } from '../support/template-graph.js';
import { channel, graph, list } from './template-support.js';

describe('the list of templates', () => {
  it('has pages, with the text, the header, the buttons and the quality', async () => {
    const { url, templates, requests } = await graph();
    const components = [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'BODY', text: 'Hi {{1}}' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+15550783881' },
          { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
          { text: 'Unknown' },
        ],
      },
    ];
    const quality_score = { score: 'GREEN', date: 1763112000 };
    for (let number = 0; number < 26; number += 1)
      templates.push({
        id: `${number}`,
        name: `t${number}`,
        language: 'en',
        status: 'PAUSED',
        components,
        quality_score,
      });
    const { templates: found, cursor } = await list(null, channel, { baseUrl: url });
    expect(found).toHaveLength(25);
    expect(found[0]).toEqual({
      vendorId: '0',
      name: 't0',
      language: 'en',
      status: 'paused',
      category: 'unknown',
      rejectionReason: null,
      quality: 'green',
      body: 'Hi {{1}}',
      content: {
        header: { type: 'text', text: 'Order {{1}}' },
        buttons: [
          { type: 'phone_number', text: 'Call' },
          { type: 'url', text: 'Track', url: 'https://shop.example/{{1}}' },
          { type: 'unknown', text: 'Unknown' },
        ],
      },
      hasFile: false,
      hasMore: true,
    });
    const last = await list(cursor, channel, { baseUrl: url });
    expect(last).toMatchObject({ templates: [{ name: 't25' }], cursor: null });
    expect(requests.map(({ path }) => new URL(path ?? '', url).searchParams.get('after'))).toEqual([
      null,
      '25',
    ]);
  });

  it('leaves out what has no name, and reads a template without a text', async () => {
    const { url, templates } = await graph();
    templates.push(
      { id: '1', name: '', language: 'en', status: 'APPROVED' },
      { id: '2', name: 'code', language: 'en', status: 'APPROVED', category: 'AUTHENTICATION' },
    );
    const page = await list(null, channel, { baseUrl: url });
    expect(page).toMatchObject({ isComplete: false, cursor: null });
    expect(page.templates).toEqual([
      {
        vendorId: '2',
        name: 'code',
        language: 'en',
        status: 'approved',
        category: 'authentication',
        rejectionReason: null,
        quality: null,
        body: null,
        content: {},
        hasFile: false,
        hasMore: false,
      },
    ]);
  });

  it.each([
    ['FOOTER', true],
    ['CAROUSEL', true],
    ['LIMITED_TIME_OFFER', true],
    ['BODY', false],
  ])('shows whether a template has more than a text: %s', async (type, hasMore) => {
    const { url, templates } = await graph();
    const components = [{ type: 'BODY', text: 'Hi' }, { type }];
    templates.push({ id: '1', name: 'a', language: 'pt-BR', status: 'UNARCHIVED', components });
    expect(await list(null, channel, { baseUrl: url })).toMatchObject({
      templates: [{ hasMore, language: 'pt_BR', status: 'approved' }],
      isComplete: true,
    });
  });

  it.each([
    ['without a cursor', { next: 'https://graph.facebook.com/next' }],
    ['with the cursor of the request', { next: 'https://graph.facebook.com/next', cursors: { after: '25' } }],
    ['with a link that is no text', { next: 7 }],
  ])('that goes on %s is an error', async (_, paging) => {
    const { url } = await graph(({ response }) => {
      respond(response, 200, { data: [], paging });
      return true;
    });
    await expect(list('25', channel, { baseUrl: url })).rejects.toMatchObject({
      code: 'unreadable_answer',
      retryable: false,
    });
  });

  it('distinguishes a cursor that Meta refuses', async () => {
    const { url } = await graph(({ response }) => {
      respond(response, 400, { error: { message: 'Invalid cursor', code: 100 } });
      return true;
    });
    await expect(list('25', channel, { baseUrl: url })).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(list(null, channel, { baseUrl: url })).rejects.toMatchObject({ code: 'invalid_template' });
  });

  it('that cannot be read is an error, so that no template counts as deleted', async () => {
    const { url } = await graph(({ response }) => {
      respond(response, 200, { data: { pages: 0 } });
      return true;
    });
    await expect(list(null, channel, { baseUrl: url })).rejects.toMatchObject({ code: 'unreadable_answer' });
  });
});
