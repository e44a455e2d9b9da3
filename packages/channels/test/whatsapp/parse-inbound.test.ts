import { describe, expect, it } from '@jest/globals';
import { adapterFor, type InboundItem } from '../../src/index.js';
import * as payloads from '../payloads/whatsapp.js';
import { jsonRequest, RECEIVED_AT, rawRequest, whatsappChannel } from '../support/ingress-request.js';

const { parseInbound } = adapterFor('whatsapp');
const parse = (payload: unknown): Promise<InboundItem[]> =>
  parseInbound(jsonRequest(payload), whatsappChannel);

describe('WhatsApp messages', () => {
  it('a text becomes a message of the customer, with number in E.164 form and profile name', async () => {
    expect(await parse(payloads.textMessage)).toEqual([
      {
        kind: 'message',
        externalId: 'wamid.A',
        from: { handleType: 'phone_number', value: '+16505551234', name: 'Sheena Nelson' },
        type: 'text',
        text: 'Does it come in green?',
        attachments: [],
        timestamp: new Date(1763112000_000),
        echo: false,
        automated: false,
        subject: null,
      },
    ]);
  });

  it.each([
    ['image', 'image', 'Like this', 'image/jpeg', '1003383421387256', null],
    ['sticker', 'image', null, 'image/webp', '2003', null],
    ['video', 'video', 'Look', 'video/mp4', '3003', null],
    ['audio', 'audio', null, 'audio/ogg', '4003', null],
    ['voice', 'audio', null, 'audio/ogg', '4004', null],
    ['document', 'document', 'Signed', 'application/pdf', '5003', 'offer.pdf'],
  ] as const)(
    '%s: one attachment behind the media node, the caption as text',
    async (kind, type, text, contentType, id, name) => {
      expect(await parse(payloads.mediaMessages[kind])).toMatchObject([
        {
          type,
          text,
          attachments: [
            {
              type,
              url: `https://graph.facebook.com/v24.0/${id}`,
              needsCredentials: true,
              name,
              contentType,
              size: null,
            },
          ],
        },
      ]);
    },
  );

  it('a location is a text with its label and geo URI', async () => {
    expect(await parse(payloads.locationMessage)).toMatchObject([
      {
        type: 'location',
        text: 'Philz Coffee, 101 Forest Ave, Palo Alto\ngeo:37.4421,-122.1617',
        attachments: [],
      },
    ]);
  });

  it('shared contacts are vCard files', async () => {
    const [item] = await parse(payloads.contactsMessage);
    expect(item).toMatchObject({
      type: 'contact',
      text: 'Barbara Johnson +1 650-555-9999',
      attachments: [{ type: 'document', name: 'Barbara Johnson.vcf', contentType: 'text/vcard' }],
    });
    const vcard = item?.kind === 'message' ? item.attachments[0]?.content?.toString('utf8') : undefined;
    expect(vcard).toBe(
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Barbara Johnson\r\nTEL:+1 650-555-9999\r\nEMAIL:barbara@example.com\r\nEND:VCARD\r\n',
    );
  });

  it('a line break in a shared name cannot add a line to the vCard', async () => {
    const contacts = [{ name: { formatted_name: 'Eve\r\nURL:https://evil.example' } }];
    const [item] = await parse(payloads.messageOf({ type: 'contacts', contacts }));
    const vcard = item?.kind === 'message' ? item.attachments[0]?.content?.toString('utf8') : undefined;
    expect(vcard?.split('\r\n')).toHaveLength(5);
  });

  it.each([
    ['button', 'yes', 'Yes, please'],
    ['buttonReply', 'b1', 'Cancel order'],
    ['listReply', 'r1', 'Express'],
  ] as const)('%s: what was tapped is the text and the reply', async (kind, id, text) => {
    expect(await parse(payloads.replies[kind])).toMatchObject([
      { type: 'text', text, reply: { id, title: text } },
    ]);
  });

  it('a button of a template without a payload is named by its text', async () => {
    const tapped = payloads.messageOf({ type: 'button', button: { text: 'Stop' } });
    expect(await parse(tapped)).toMatchObject([{ text: 'Stop', reply: { id: 'Stop', title: 'Stop' } }]);
  });

  it('a text and a completed form are no reply', async () => {
    const form = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{}' } };
    const untitled = { type: 'button_reply', button_reply: { title: 'Cancel order' } };
    for (const interactive of [form, untitled]) {
      const [item] = await parse(payloads.messageOf({ type: 'interactive', interactive }));
      expect(item).toMatchObject({ type: 'text', text: expect.any(String) });
      expect(item).not.toHaveProperty('reply');
    }
  });

  it('a reply names the message that it quotes', async () => {
    expect(await parse(payloads.replies.button)).toMatchObject([{ replyTo: 'wamid.Q' }]);
    const [item] = await parse(payloads.replies.buttonReply);
    expect(item).not.toHaveProperty('replyTo');
  });

  it('an order is shown line by line', async () => {
    const text = 'Please gift-wrap\n2 × mug-blue, 7.5 EUR each\n1 × unknown';
    expect(await parse(payloads.order)).toMatchObject([{ type: 'text', text, attachments: [] }]);
  });

  it('a message that WhatsApp does not pass on is reported, with its reason', async () => {
    const text = 'Unsupported message: Message type is currently not supported.';
    expect(await parse(payloads.unsupported)).toMatchObject([{ type: 'text', text }]);
  });

  it.each(Object.entries(payloads.ignored))('%s is skipped and reported', async (kind, payload) => {
    const passed: string[] = [];
    expect(
      await parseInbound(jsonRequest(payload), whatsappChannel, { onSkip: (type) => passed.push(type) }),
    ).toEqual([]);
    expect(passed).toEqual([kind]);
  });

  it('what is written in the business app is an echo in the conversation with the customer', async () => {
    expect(await parse(payloads.echo)).toMatchObject([
      { externalId: 'wamid.E', echo: true, from: { value: '+16505551234' }, text: 'We have it in green.' },
    ]);
  });

  it('a sender who is named by neither a number nor an id is kept as named; the message is not lost', async () => {
    const payload = JSON.parse(JSON.stringify(payloads.textMessage).replaceAll('16505551234', 'WhatsApp'));
    expect(await parse(payload)).toMatchObject([{ kind: 'message', from: { value: 'WhatsApp' } }]);
  });

  it('a customer who hides the number is known by the business-scoped id', async () => {
    expect(await parse(payloads.hiddenNumber)).toMatchObject([
      {
        from: {
          value: 'US.13491208655302741918',
          name: 'Sheena',
          extra: { userId: 'US.13491208655302741918', username: 'sheena' },
        },
      },
    ]);
  });

  it('messages to another number of the same app are ignored', async () => {
    const other = { ...whatsappChannel, settings: { phoneNumberId: '999' } };
    expect(await parseInbound(jsonRequest(payloads.textMessage), other)).toEqual([]);
  });

  it('one unreadable message does not block the others', async () => {
    const good = {
      from: '16505551234',
      id: 'wamid.G',
      timestamp: '1763112000',
      type: 'text',
      text: { body: 'Hi' },
    };
    const messages = [null, 7, { ...good, id: undefined }, { ...good, text: 'wrong' }, good];
    expect(await parse(payloads.notification({ messages }))).toMatchObject([{ externalId: 'wamid.G' }]);
  });

  it.each(['99999999999', '-1', 'soon', null])(
    'the timestamp %p is replaced by the time of arrival',
    async (timestamp) => {
      const [item] = await parse(payloads.messageOf({ timestamp, type: 'text', text: { body: 'Hi' } }));
      expect(item).toMatchObject({ timestamp: RECEIVED_AT });
    },
  );

  it('drops what PostgreSQL cannot store: NUL and lone surrogates', async () => {
    const [item] = await parse(payloads.messageOf({ type: 'text', text: { body: 'a\u0000b\uD800c 👍' } }));
    expect(item).toMatchObject({ text: 'ab\uFFFDc 👍' });
  });
});

describe('WhatsApp statuses', () => {
  it('reports each known status, its time, its errors and our own id', async () => {
    expect(await parse(payloads.statuses)).toEqual([
      status('wamid.S', 'sent'),
      { ...status('wamid.S', 'delivered'), reference: 'our-id' },
      status('wamid.S', 'read'),
      status('wamid.V', 'read'),
      {
        ...status('wamid.F', 'failed'),
        errors: [
          {
            code: '131047',
            message: 'Re-engagement message: More than 24 hours have passed since the customer last replied.',
          },
        ],
      },
    ]);
  });
});

describe('a malformed WhatsApp notification', () => {
  it.each([
    ['not JSON', '{"object":', 'invalid_json', ''],
    ['no object', '[]', 'invalid_type', ''],
    ['no object field', '{"entry":[]}', 'invalid_type', 'object'],
    ['no entries', '{"object":"whatsapp_business_account"}', 'invalid_type', 'entry'],
  ])('%s: MalformedPayloadError that names the error', async (_case, body, key, path) => {
    await expect(parseInbound(rawRequest(Buffer.from(body)), whatsappChannel)).rejects.toMatchObject({
      name: 'MalformedPayloadError',
      code: 'malformed_payload',
      errors: [{ path, key }],
    });
  });

  it('a notification about another object has no items', async () => {
    expect(await parse({ object: 'page', entry: [{ messaging: [] }] })).toEqual([]);
  });
});

function status(externalId: string, reached: string): object {
  return {
    kind: 'status',
    externalId,
    status: reached,
    errors: [],
    reference: null,
  };
}
