import { describe, expect, it } from '@jest/globals';
import {
  adapterFor,
  channelAdapters,
  type InboundItem,
  MalformedPayloadError,
  SendError,
} from '../src/index.js';
import * as email from './payloads/email.js';
import * as instagram from './payloads/instagram.js';
import * as sms from './payloads/sms.js';
import * as whatsapp from './payloads/whatsapp.js';
import {
  emailChannel,
  formRequest,
  instagramChannel,
  jsonRequest,
  rawRequest,
  smsChannel,
  whatsappChannel,
} from './support/ingress-request.js';
import { HOSTILE, mutate, seeded } from './support/mutate.js';
import { attachment, outbound } from './support/outbound-message.js';

const ROUNDS = 400;
const templateChannel = {
  ...whatsappChannel,
  settings: { ...(whatsappChannel.settings as object), businessAccountId: '102290129340398' },
};
const sandboxChannel = { type: 'whatsapp', settings: {}, secrets: {} } as const;
const sandboxBody = {
  from: '+4930123456',
  name: 'Ann',
  text: 'Hi',
  externalId: 'e-1',
  attachments: [
    { url: 'https://files.example/a', type: 'image', name: 'a', contentType: 'image/png', size: 1 },
  ],
};
const { raw: mimeInBase64 } = email.encodedMime;

describe('mutated payloads end in valid items or in MalformedPayloadError', () => {
  it.each([
    ['whatsapp', whatsappChannel, whatsapp.textMessage],
    ['whatsapp', whatsappChannel, whatsapp.mediaMessages.document],
    ['whatsapp', whatsappChannel, whatsapp.locationMessage],
    ['whatsapp', whatsappChannel, whatsapp.contactsMessage],
    ['whatsapp', whatsappChannel, whatsapp.replies.listReply],
    ['whatsapp', whatsappChannel, whatsapp.order],
    ['whatsapp', whatsappChannel, whatsapp.statuses],
    ['whatsapp', whatsappChannel, whatsapp.echo],
    ['whatsapp', templateChannel, whatsapp.templateNotification],
    ['instagram', instagramChannel, instagram.image],
    ['instagram', instagramChannel, instagram.echo],
    ['instagram', instagramChannel, instagram.receipts],
    ['instagram', instagramChannel, instagram.postback],
    ['email', emailChannel, email.fields],
    ['sandbox', sandboxChannel, sandboxBody],
  ] as const)('%s, payload %#', async (provider, channel, payload) => {
    const random = seeded(20261114);
    const outcomes = { items: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = mutate(payload, random);
      const result = await outcome(() => adapterFor(provider).parseInbound(jsonRequest(body), channel), body);
      outcomes[result] += 1;
    }
    // A run in which nothing gets through, or everything does, tests nothing.
    expect(outcomes.items).toBeGreaterThan(ROUNDS / 20);
    expect(outcomes.refused).toBeGreaterThan(0);
  });

  it('sms', async () => {
    const random = seeded(7);
    for (let round = 0; round < ROUNDS; round += 1) {
      const mutated = mutate(sms.inboundMedia, random);
      const form = Object.fromEntries(
        Object.entries(mutated ?? {}).map(([name, value]) => [name, String(JSON.stringify(value))]),
      );
      await outcome(() => adapterFor('sms').parseInbound(formRequest(form), smsChannel), form);
    }
  });

  it('email, MIME with broken bytes', async () => {
    const random = seeded(42);
    const mime = Buffer.from(mimeInBase64, 'base64');
    for (let round = 0; round < ROUNDS; round += 1) {
      const broken = Buffer.from(mime.subarray(0, Math.ceil(random() * mime.length)));
      for (let count = 0; count < 10; count += 1)
        broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
      const body = { raw: broken.toString('base64') };
      await outcome(() => adapterFor('email').parseInbound(jsonRequest(body), emailChannel), body);
    }
  });

  it.each(channelAdapters)('$provider, bytes that are no payload', async ({ parseInbound, channelTypes }) => {
    const random = seeded(1);
    const [type = 'sms'] = channelTypes;
    for (let round = 0; round < 100; round += 1) {
      const bytes = Buffer.from(
        Array.from({ length: Math.floor(random() * 64) }, () => Math.floor(random() * 256)),
      );
      await outcome(() => parseInbound(rawRequest(bytes), { type, settings: {}, secrets: {} }), bytes);
    }
  });
});

describe.each(channelAdapters)(
  '$provider with settings, secrets and requests of the wrong types',
  (adapter) => {
    const [type = 'sms'] = adapter.channelTypes;

    it('verify and the challenge refuse and never throw', () => {
      for (const value of HOSTILE) {
        const request = {
          ...jsonRequest(value),
          // Node passes headers only as texts; `verify` must refuse other values too, without throwing.
          url: String(JSON.stringify(value)),
          headers: Object.fromEntries(
            ['x-hub-signature-256', 'x-twilio-signature', 'x-parley-secret'].map((name) => [
              name,
              value as string,
            ]),
          ),
          query: { 'hub.mode': 'subscribe', 'hub.verify_token': value, 'hub.challenge': value },
        };
        const keys = [...Object.keys(adapter.secretsSchema.properties)];
        for (const secrets of [value, Object.fromEntries(keys.map((key) => [key, value]))]) {
          const { ok } = adapter.verify(request, { type, settings: value, secrets });
          // A shared secret is sent unchanged, so a hostile text that equals the secret is accepted. A signature never is.
          if (adapter.authentication === 'signature') expect(ok).toBe(false);
          expect(() =>
            adapter.respondToChallenge?.(request, { type, settings: value, secrets }),
          ).not.toThrow();
        }
      }
    });

    it('send throws SendError and nothing else', async () => {
      const nowhere = { baseUrl: 'http://127.0.0.1:1', timeoutMs: 1000, openSocket: refuseSocket };
      const settingNames = Object.keys(adapter.settingsSchema.properties);
      const secretNames = Object.keys(adapter.secretsSchema.properties);
      for (const value of HOSTILE) {
        const settings = Object.fromEntries(settingNames.map((name) => [name, value]));
        const secrets = Object.fromEntries(secretNames.map((name) => [name, value]));
        const message = outbound({
          text: null,
          attachments: [attachment({ readChunks: () => [Buffer.alloc(0)] })],
        });
        const error = await adapter.send(message, { type, settings, secrets }, nowhere).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (adapter.provider !== 'sandbox') expect(error).toBeInstanceOf(SendError);
      }
    });
  },
);

async function refuseSocket(): Promise<never> {
  throw new Error('No connections in this test.');
}

async function outcome(parse: () => Promise<InboundItem[]>, payload: unknown): Promise<'items' | 'refused'> {
  try {
    const items = await parse();
    for (const item of items) expectValid(item, payload);
    return items.length > 0 ? 'items' : 'refused';
  } catch (error) {
    if (error instanceof MalformedPayloadError) return 'refused';
    throw new Error(`Unexpected error for ${JSON.stringify(payload).slice(0, 2000)}`, { cause: error });
  }
}

/** Checks what the domain relies on: the values fit the database's columns and the contract's types. */
function expectValid(item: InboundItem, payload: unknown): void {
  const defects = [
    defect('externalId', item.kind === 'template' || isShortText(item.externalId, 512)),
    ...(item.kind === 'status'
      ? [
          defect('status', ['sent', 'delivered', 'read', 'failed'].includes(item.status)),
          ...item.errors.map(({ code, message }) => defect('error', isText(code) && isText(message))),
        ]
      : [defect('timestamp', Number.isFinite(item.timestamp.getTime()) && item.timestamp.getTime() > 0)]),
    ...(item.kind === 'template'
      ? [
          defect('externalId', item.externalId === null || isShortText(item.externalId, 512)),
          defect('name', isShortText(item.name, 512) && isShortText(item.language, 512)),
          defect('state', item.state === undefined || /^[a-z0-9_]{1,50}$/.test(item.state.status)),
          defect('quality', item.quality === undefined || /^[a-z0-9_]{1,50}$/.test(item.quality)),
        ]
      : []),
    ...(item.kind === 'reaction'
      ? [defect('emoji', item.emoji === null || isShortText(item.emoji, 64))]
      : []),
    ...(item.kind === 'message'
      ? [
          defect('from', isShortText(item.from.value, 512)),
          defect('name', item.from.name === undefined || isText(item.from.name)),
          defect('text', item.text === null || isText(item.text)),
          defect('content', item.text !== null || item.attachments.length > 0),
          ...item.attachments.map((file) =>
            defect(
              'attachment',
              ['image', 'video', 'audio', 'document'].includes(file.type) &&
                /^[\w.+-]+\/[\w.+-]+$/.test(file.contentType) &&
                (file.size === null || (Number.isInteger(file.size) && file.size >= 0)) &&
                (file.name === null || (isShortText(file.name, 255) && !/[/\\]/.test(file.name))) &&
                (file.url === undefined ? Buffer.isBuffer(file.content) : /^https?:/.test(file.url)),
            ),
          ),
        ]
      : []),
  ].filter((name) => name !== undefined);
  if (defects.length > 0) {
    throw new Error(
      `Unsound ${defects.join(', ')} in ${JSON.stringify(item)} from ${JSON.stringify(payload)}`,
    );
  }
}

function defect(name: string, valid: boolean): string | undefined {
  return valid ? undefined : name;
}

function isText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    !value.includes('\u0000') &&
    !/\p{Surrogate}/u.test(value)
  );
}

function isShortText(value: unknown, maxLength: number): boolean {
  return isText(value) && String(value).length <= maxLength;
}
