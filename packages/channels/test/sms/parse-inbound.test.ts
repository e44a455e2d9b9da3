import { describe, expect, it } from '@jest/globals';
import { adapterFor, type InboundItem } from '../../src/index.js';
import * as payloads from '../payloads/sms.js';
import { formRequest, RECEIVED_AT, smsChannel } from '../support/ingress-request.js';
import { MESSAGE_ID } from '../support/outbound-message.js';

const { parseInbound } = adapterFor('sms');
const parse = (form: Record<string, string>, query = {}): Promise<InboundItem[]> =>
  parseInbound(formRequest(form, { query }), smsChannel);

describe('SMS messages', () => {
  it('a text becomes a message of the number, at the time of arrival', async () => {
    expect(await parse(payloads.inboundText)).toEqual([
      {
        kind: 'message',
        externalId: 'SM0001',
        from: { handleType: 'phone_number', value: '+16505551234' },
        type: 'text',
        text: 'Hello & wëlcome',
        attachments: [],
        timestamp: RECEIVED_AT,
        echo: false,
        automated: false,
        subject: null,
      },
    ]);
  });

  it('media of an MMS become attachments; without text it is null', async () => {
    expect(await parse(payloads.inboundMedia)).toMatchObject([
      {
        type: 'image',
        text: null,
        attachments: [
          {
            type: 'image',
            url: payloads.inboundMedia.MediaUrl0,
            contentType: 'image/jpeg',
            needsCredentials: true,
          },
          { type: 'document', url: payloads.inboundMedia.MediaUrl1, contentType: 'application/pdf' },
        ],
      },
    ]);
  });

  it.each(['-1', 'NaN', '1e9', '9999999999999', '0x10', '2.9'])(
    'NumMedia %s reads only the media that exist',
    async (NumMedia) => {
      const [item] = await parse({ ...payloads.inboundMedia, Body: 'x', NumMedia });
      expect(item?.kind === 'message' ? item.attachments.length : -1).toBeLessThanOrEqual(2);
    },
  );

  it('a short code is kept, and other networks are skipped', async () => {
    expect(await parse({ ...payloads.inboundText, From: '12345' })).toMatchObject([
      { from: { value: '12345' } },
    ]);
    expect(await parse({ ...payloads.inboundText, From: 'whatsapp:+16505551234' })).toEqual([]);
  });

  it('a form without a message id is malformed', async () => {
    await expect(parse({ Body: 'Hello' })).rejects.toMatchObject({
      name: 'MalformedPayloadError',
      errors: [{ path: 'MessageSid' }],
    });
  });
});

describe('SMS status callbacks', () => {
  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('%s means %s', async (given, status) => {
    expect(await parse(payloads.statusCallback(given))).toEqual([
      { kind: 'status', externalId: 'SM0002', status, errors: [], reference: null },
    ]);
  });

  it.each(['queued', 'accepted', 'sending', 'scheduled', 'constructor', '__proto__'])(
    '%s is skipped, because it does not change the status of a message',
    async (given) => {
      expect(await parse(payloads.statusCallback(given))).toEqual([]);
    },
  );

  it('carry the error and, by their URL, our own id', async () => {
    const form = payloads.statusCallback('undelivered', { ErrorCode: '30003', ErrorMessage: 'Unreachable' });
    expect(await parse(form, { reference: MESSAGE_ID })).toMatchObject([
      { status: 'failed', errors: [{ code: '30003', message: 'Unreachable' }], reference: MESSAGE_ID },
    ]);
  });
});
