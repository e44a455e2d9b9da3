import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor, type ChannelTemplates, SendError, type TemplateToSubmit } from '../../src/index.js';
import { jsonRequest, whatsappChannel } from '../support/ingress-request.js';
import {
  BUSINESS_ACCOUNT_ID,
  type FailRequest,
  respond,
  startTemplateGraph,
} from '../support/template-graph.js';

const { templates: offered, parseInbound } = adapterFor('whatsapp');
if (offered?.list === undefined) throw new Error('WhatsApp has templates');
const { submit, findErrors, list } = offered as Required<ChannelTemplates>;
const settings = { ...(whatsappChannel.settings as object), businessAccountId: BUSINESS_ACCOUNT_ID };
const channel = { ...whatsappChannel, settings };

const servers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function graph(fail?: FailRequest) {
  const started = await startTemplateGraph(fail);
  servers.push(started);
  return started;
}

function template(text: string, values: Partial<TemplateToSubmit> = {}): TemplateToSubmit {
  const placeholders = [...new Set([...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, name = '']) => name))];
  return {
    name: 'order_update',
    language: 'en',
    category: 'utility',
    placeholders,
    textWith: (markers) => text.replace(/\{\{(.+?)\}\}/g, (_, name: string) => markers[name] ?? ''),
    examples: Object.fromEntries(placeholders.map((name) => [name, `example of ${name}`])),
    mayExist: false,
    ...values,
  };
}

describe('submitting a template', () => {
  it('creates it in the business account, and returns its id and status', async () => {
    const { url, requests } = await graph();
    expect(await submit(template('Thank you.'), channel, { baseUrl: url })).toEqual({
      vendorId: '594425479261596',
      category: 'utility',
      state: { status: 'pending', rejectionReason: null },
    });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: `/v24.0/${BUSINESS_ACCOUNT_ID}/message_templates`,
        headers: { authorization: 'Bearer graph-token' },
      },
    ]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      name: 'order_update',
      language: 'en',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Thank you.' }],
    });
  });

  it.each<[string, string, { parameter_format?: string; text: string; example: object }]>([
    [
      'names that Meta accepts',
      'Hi {{first_name}}, {{order}}.',
      {
        parameter_format: 'NAMED',
        text: 'Hi {{first_name}}, {{order}}.',
        example: {
          body_text_named_params: [
            { param_name: 'first_name', example: 'example of first_name' },
            { param_name: 'order', example: 'example of order' },
          ],
        },
      },
    ],
    [
      'numbers, in their order',
      'Hi {{2}}, {{1}}.',
      { text: 'Hi {{2}}, {{1}}.', example: { body_text: [['example of 1', 'example of 2']] } },
    ],
    [
      'other names as numbers',
      'Hi {{firstName}}, {{größe}}, {{firstName}}.',
      {
        text: 'Hi {{1}}, {{2}}, {{1}}.',
        example: { body_text: [['example of firstName', 'example of größe']] },
      },
    ],
  ])('writes %s, with examples', async (_, text, { parameter_format, ...component }) => {
    const { url, requests } = await graph();
    await submit(template(text), channel, { baseUrl: url });
    const body = JSON.parse(requests[0]?.body ?? '');
    expect(body.components).toEqual([{ type: 'BODY', ...component }]);
    expect(body.parameter_format).toBe(parameter_format);
  });

  it('edits a registered template; its category is sent only if it is another one', async () => {
    const { url, requests } = await graph();
    const { vendorId } = await submit(template('Hi.'), channel, { baseUrl: url });
    const registered = { vendorId, category: 'utility' };
    expect(await submit(template('Ho.', { registered }), channel, { baseUrl: url })).toEqual({ vendorId });
    await submit(template('Ho.', { registered, category: 'marketing' }), channel, { baseUrl: url });
    expect(requests.slice(1).map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [`/v24.0/${vendorId}`, { components: [{ type: 'BODY', text: 'Ho.' }] }],
      [`/v24.0/${vendorId}`, { category: 'MARKETING', components: [{ type: 'BODY', text: 'Ho.' }] }],
    ]);
  });

  it('finds the template of an interrupted attempt by its name and language', async () => {
    const { url, templates, requests } = await graph();
    templates.push(
      { id: '1', name: 'order_update_two', language: 'en', status: 'APPROVED' },
      { id: '2', name: 'order_update', language: 'de', status: 'APPROVED' },
      {
        ...{ id: '3', name: 'order_update', language: 'en', status: 'REJECTED', rejected_reason: 'SCAM' },
        components: [{ type: 'BODY', text: 'Hi.' }],
      },
    );
    expect(await submit(template('Hi.', { mayExist: true }), channel, { baseUrl: url })).toEqual({
      vendorId: '3',
      category: 'unknown',
      state: { status: 'rejected', rejectionReason: 'SCAM' },
    });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    const other = template('Hi.', { mayExist: true, language: 'fr' });
    expect(await submit(other, channel, { baseUrl: url })).toMatchObject({ vendorId: '594425479261599' });
  });

  it('finds the template of an interrupted attempt on a later page', async () => {
    const { url, templates, requests } = await graph();
    const components = [{ type: 'BODY', text: 'Hi.' }];
    for (let number = 0; number < 30; number += 1)
      templates.push({ id: `${number}`, name: `order_update_${number}`, language: 'en', status: 'APPROVED' });
    templates.push({ id: '99', name: 'order_update', language: 'en', status: 'PENDING', components });
    const again = template('Hi.', { mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId: '99' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it.each([
    ['another text', [{ type: 'BODY', text: 'Theirs.' }]],
    [
      'a footer',
      [
        { type: 'BODY', text: 'Hi.' },
        { type: 'FOOTER', text: 'Bye.' },
      ],
    ],
  ])('does not take a template with %s for that of an interrupted attempt', async (_, components) => {
    const { url, templates, requests } = await graph();
    templates.push({ id: '3', name: 'order_update', language: 'en', status: 'APPROVED', components });
    const again = submit(template('Hi.', { mayExist: true }), channel, { baseUrl: url });
    await expect(again).rejects.toMatchObject({ code: 'template_exists', retryable: false });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('looks again for the template of an interrupted attempt when Meta says that it exists', async () => {
    let isListed = false;
    const { url, templates, requests } = await graph(({ method, response }) => {
      if (method === 'GET' && !isListed) respond(response, 200, { data: [] });
      else isListed = true;
      return method === 'GET' && !isListed;
    });
    const components = [{ type: 'BODY', text: 'Hi.' }];
    templates.push({ id: '3', name: 'order_update', language: 'en', status: 'PENDING', components });
    const again = template('Hi.', { mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId: '3' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('does not edit a template again that an interrupted attempt has edited', async () => {
    const { url, templates, requests } = await graph();
    const components = [{ type: 'BODY', text: 'Ho.' }];
    templates.push({
      ...{ id: '3', name: 'order_update', language: 'en', status: 'APPROVED', category: 'UTILITY' },
      components,
    });
    const registered = { vendorId: '3', category: 'utility' };
    const again = (text: string) =>
      submit(template(text, { registered, mayExist: true }), channel, { baseUrl: url });
    expect(await again('Ho.')).toEqual({
      vendorId: '3',
      category: 'utility',
      state: { status: 'approved', rejectionReason: null },
    });
    expect(await again('Hu.')).toEqual({ vendorId: '3' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  it('writes a language as the Graph API does, also in the lookup', async () => {
    const { url, templates, requests } = await graph();
    const written = { language: 'pt-BR' };
    const { vendorId } = await submit(template('Oi.', written), channel, { baseUrl: url });
    expect(templates).toMatchObject([{ language: 'pt_BR' }]);
    const again = template('Oi.', { ...written, mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId });
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it.each([
    [400, { code: 100, error_subcode: 2388024, error_user_msg: 'Exists.' }, 'template_exists', 'Exists.'],
    [400, { code: 100, error_subcode: 2388023 }, 'template_exists', 'Failed'],
    [400, { code: 100, error_subcode: 2388019 }, 'template_limit_reached', 'Failed'],
    [400, { code: 100, error_user_msg: 'Add an example.' }, 'invalid_template', 'Add an example.'],
    [400, { code: 100, error_subcode: 33 }, 'permission_denied', 'Failed'],
    [400, { code: 100, error_user_msg: 'x'.repeat(600) }, 'invalid_template', 'x'.repeat(500)],
    [401, { code: 190 }, 'credentials_refused', 'Failed'],
    [403, { code: 200 }, 'permission_denied', 'Failed'],
    [400, { code: 131009 }, '131009', 'Failed'],
  ])('status %s with %j is %s, which no retry resolves', async (status, error, code, message) => {
    const { url } = await graph(({ response }) => {
      respond(response, status, { error: { message: 'Failed', ...error } });
      return true;
    });
    const refusal = await submit(template('Hi.'), channel, { baseUrl: url }).catch((reason) => reason);
    expect(refusal).toBeInstanceOf(SendError);
    expect(refusal).toMatchObject({ code, message, retryable: false });
  });

  it('a rate limit is retried', async () => {
    const { url } = await graph(({ response }) => {
      respond(response, 400, { error: { message: 'Too many calls', code: 80008 } });
      return true;
    });
    await expect(submit(template('Hi.'), channel, { baseUrl: url })).rejects.toMatchObject({
      code: '80008',
      retryable: true,
    });
  });

  it('is not possible without a business account, or with a response without an id', async () => {
    await expect(submit(template('Hi.'), whatsappChannel)).rejects.toMatchObject({
      code: 'channel_not_configured',
    });
    const { url } = await graph(({ response }) => {
      respond(response, 200, {});
      return true;
    });
    await expect(submit(template('Hi.'), channel, { baseUrl: url })).rejects.toMatchObject({
      code: 'unreadable_answer',
    });
  });

  it('names what Meta would refuse', () => {
    const good = { name: 'order_update', body: 'Hi', hasMore: false };
    expect(findErrors(good)).toEqual([]);
    expect(findErrors({ ...good, name: 'Order update' })).toEqual([expect.stringContaining('lower-case')]);
    expect(findErrors({ ...good, body: 'x'.repeat(1025) })).toEqual([expect.stringContaining('1024')]);
    expect(findErrors({ ...good, hasMore: true })).toEqual([expect.stringContaining('without a file')]);
  });
});

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
