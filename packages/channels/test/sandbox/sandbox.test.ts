import { describe, expect, it } from '@jest/globals';
import {
  adapterFor,
  type ChannelConfiguration,
  type ChannelType,
  type ReadAddress,
} from '../../src/index.js';
import { jsonRequest, RECEIVED_AT, rawRequest } from '../support/ingress-request.js';
import { question } from '../support/interactive.js';
import { MESSAGE_ID, outbound } from '../support/outbound-message.js';

const { authentication, capabilities, parseInbound, send, verify } = adapterFor('sandbox');
const channel = (type: ChannelType = 'whatsapp'): ChannelConfiguration => ({
  type,
  settings: {},
  secrets: {},
});
/** The reader of the domain knows the numbers of all countries; this one knows only the addresses of this file. */
const addresses = new Map([
  ['phone_number +49 (30) 123-456', '+4930123456'],
  ['phone_number 4930123456', '+4930123456'],
  ['phone_number +4930123456', '+4930123456'],
  ['email Ann@Example.com', 'ann@example.com'],
  ['instagram @ann.shop', 'ann.shop'],
]);
const readAddress: ReadAddress = (type, text) => addresses.get(`${type} ${text}`);
const parse = (body: unknown, type?: ChannelType) =>
  parseInbound(jsonRequest(body), channel(type), { readAddress });

it('choices in the sandbox have the limits of Instagram on a channel of that type, and no others', () => {
  const buttons = [{ id: 'a', title: 'x'.repeat(21) }];
  const errorsOn = (type: ChannelType) =>
    capabilities.findInteractiveErrors?.({ ...question, buttons }, type);
  expect(errorsOn('instagram')).toMatchObject([{ path: 'buttons.0.title' }]);
  for (const type of ['whatsapp', 'sms', 'email'] as const) expect(errorsOn(type)).toEqual([]);
});

describe('messages to the sandbox', () => {
  it('leave authentication to the API’s bearer token', () => {
    expect(authentication).toBe('token');
    expect(verify(jsonRequest({}), channel())).toEqual({ ok: true });
  });

  it.each(['👍', null])('can be a reaction to a message: %s', async (emoji) => {
    const reaction = { externalId: 'sandbox-1', emoji };
    expect(await parse({ from: '+4930123456', reaction })).toEqual([
      { kind: 'reaction', ...reaction, timestamp: RECEIVED_AT, echo: false },
    ]);
  });

  it.each([
    [{ reaction: 'x' }, ['reaction']],
    [{ reaction: { emoji: '👍' } }, ['reaction.externalId']],
    [{ reaction: { externalId: 'sandbox-1', emoji: 1 }, text: 'Hi' }, ['text', 'reaction.emoji']],
  ])('%j names what is wrong', async (body, paths) => {
    await expect(parse({ from: '+4930123456', ...body })).rejects.toMatchObject({
      errors: paths.map((path) => expect.objectContaining({ path })),
    });
  });

  it.each(['sms', 'email'] as const)('have no reactions by %s', async (type) => {
    await expect(parse({ reaction: { externalId: 'sandbox-1', emoji: '👍' } }, type)).rejects.toThrow(
      'reaction',
    );
  });

  it('can choose a button, whose title is the text', async () => {
    const reply = { id: 'am', title: 'In the morning' };
    expect(await parse({ from: '+4930123456', reply })).toMatchObject([{ text: 'In the morning', reply }]);
    expect(await parse({ from: '+4930123456', text: 'Early', reply })).toMatchObject([
      { text: 'Early', reply },
    ]);
  });

  it.each([
    ['reply', 'Yes'],
    ['reply.id', { title: 'Yes' }],
    ['reply.title', { id: 'yes', title: 7 }],
    ['reply.note', { id: 'yes', title: 'Yes', note: '' }],
  ])('name the error in a choice: %s', async (path, reply) => {
    await expect(parse({ from: '+4930123456', text: 'Yes', reply })).rejects.toMatchObject({
      errors: [{ path }],
    });
  });

  it('are accepted unchanged', async () => {
    const url = 'https://files.example/photo.jpg';
    const attachments = [
      { url, contentType: 'image/jpeg', name: 'photo.jpg', size: 5 },
      { url, type: 'video' },
    ];
    const known = { name: 'Ann', text: 'Hi', externalId: 'e-1', replyTo: 'e-0', attachments };
    const body = { from: '+49 (30) 123-456', ...known };
    expect(await parse(body)).toEqual([
      {
        kind: 'message',
        externalId: 'e-1',
        from: { handleType: 'phone_number', value: '+4930123456', name: 'Ann' },
        type: 'image',
        text: 'Hi',
        attachments: [
          {
            type: 'image',
            url,
            needsCredentials: false,
            name: 'photo.jpg',
            contentType: 'image/jpeg',
            size: 5,
          },
          {
            type: 'video',
            url,
            needsCredentials: false,
            name: null,
            contentType: 'application/octet-stream',
            size: null,
          },
        ],
        timestamp: RECEIVED_AT,
        echo: false,
        automated: false,
        subject: null,
        replyTo: 'e-0',
      },
    ]);
  });

  it.each([
    ['whatsapp', '4930123456', 'phone_number', '+4930123456'],
    ['sms', '+4930123456', 'phone_number', '+4930123456'],
    ['email', 'Ann@Example.com', 'email', 'ann@example.com'],
    ['instagram', '@ann.shop', 'instagram', 'ann.shop'],
  ] as const)('on a channel of type %s come from %s', async (type, from, handleType, value) => {
    expect(await parse({ from, text: 'Hi' }, type)).toMatchObject([{ from: { handleType, value } }]);
  });

  it('without an id are separate messages', async () => {
    const [[first], [second]] = [
      await parse({ from: '4930123456', text: 'Hi' }),
      await parse({ from: '4930123456', text: 'Hi' }),
    ];
    expect(first?.externalId).not.toBe(second?.externalId);
  });
});

describe('malformed messages to the sandbox', () => {
  it.each([
    [{}, ['from invalid_type', 'text invalid_type']],
    [{ from: 7, text: [] }, ['from invalid_type', 'text invalid_type']],
    [{ from: 'nobody', text: 'Hi' }, ['from invalid_string']],
    [{ from: '', text: ' ' }, ['from too_small', 'text too_small']],
    [
      { from: '4930123456', text: 'Hi', frm: 1, __proto: 2 },
      ['frm unrecognized_keys', '__proto unrecognized_keys'],
    ],
    [{ from: '4930123456', name: 'x'.repeat(256), text: 'Hi' }, ['name too_big']],
    [{ from: '4930123456', attachments: {} }, ['attachments invalid_type']],
    [{ from: '4930123456', attachments: [] }, ['text invalid_type']],
    [
      { from: '4930123456', attachments: [7, {}] },
      ['attachments.0 invalid_type', 'attachments.1.url invalid_type'],
    ],
    [
      { from: '4930123456', attachments: [{ url: 'javascript:alert(1)', type: 'gif', size: -1, href: '' }] },
      [
        'attachments.0.href unrecognized_keys',
        'attachments.0.url invalid_string',
        'attachments.0.size invalid_type',
        'attachments.0.type invalid_string',
      ],
    ],
    [{ from: '4930123456', attachments: Array(11).fill({}) }, ['attachments too_big']],
  ])('%j: every error at once', async (body, errors) => {
    const error = await parse(body).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'MalformedPayloadError' });
    const found = (error as { errors: { path: string; key: string }[] }).errors;
    expect(found.map(({ path, key }) => `${path} ${key}`)).toEqual(errors);
  });

  it('at most fifty of thousands of errors are listed', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, index]));
    const error = await parse(body).catch((reason: unknown) => reason);
    expect((error as { errors: unknown[] }).errors).toHaveLength(50);
  });

  it('a body that is not a JSON object is reported', async () => {
    await expect(parseInbound(rawRequest(Buffer.from('from=1')), channel())).rejects.toThrow(
      'The body is not valid JSON.',
    );
    await expect(parse(null)).rejects.toThrow('The body must be a JSON object.');
  });
});

describe('sending with the sandbox', () => {
  it('uses our own id and plans the statuses up to read', async () => {
    expect(await send(outbound(), channel())).toEqual({
      vendorId: `sandbox-${MESSAGE_ID}`,
      walk: ['sent', 'delivered', 'read'],
    });
  });
});
