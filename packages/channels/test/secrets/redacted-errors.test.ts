import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  adapterFor,
  type ChannelConfiguration,
  channelAdapters,
  type LinkedAttachment,
  SendError,
} from '../../src/index.js';
import { redactAdapter } from '../../src/secrets/redact-adapter.js';
import { refusal } from '../email/smtp-provider.js';
import { message as mail, sendTo, useSmtp } from '../email/use-smtp.js';
import { instagramChannel, smsChannel, whatsappChannel } from '../support/ingress-request.js';
import { outbound } from '../support/outbound-message.js';
import { type Provider, type ProviderBehaviour, startProvider } from '../support/provider-server.js';
import { BUSINESS_ACCOUNT_ID } from '../support/template-graph.js';
import { template } from '../whatsapp/template-support.js';

const secret = 'EAAG-this/is+the~secret=';
const { smtp } = useSmtp();

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

/** Repeats the credentials of the request in the form that every provider has for errors. */
const repeatCredentials: ProviderBehaviour = (response, { headers: { authorization = '' } }) => {
  const [, credentials = ''] = authorization.split(' ');
  const decoded = Buffer.from(credentials, 'base64').toString();
  const message = `Malformed access token ${credentials} ${encodeURIComponent(credentials)} ${decoded} ${secret}`;
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 190, message, error: { code: 190, message, type: secret } }));
};

async function serve(): Promise<{ baseUrl: string }> {
  provider = await startProvider(repeatCredentials);
  return { baseUrl: provider.url };
}

/** Checks all texts of an error: its message, code and stack, and those of its causes. */
async function expectRedacted(call: Promise<unknown> | undefined): Promise<void> {
  const error = await call?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error('Expected a SendError.', { cause: error });
  expect(error.message).toContain('[secret]');
  const texts = inspect(error, { depth: 20, showHidden: true, maxStringLength: null });
  const encoded = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  for (const form of [secret, encodeURIComponent(secret), encoded]) expect(texts).not.toContain(form);
}

const channels = {
  whatsapp: {
    ...whatsappChannel,
    settings: { phoneNumberId: '1', businessAccountId: BUSINESS_ACCOUNT_ID },
    secrets: { accessToken: secret },
  },
  instagram: { ...instagramChannel, secrets: { accessToken: secret } },
  sms: { ...smsChannel, secrets: { authToken: secret } },
};

const attachment: LinkedAttachment = {
  type: 'image',
  url: 'https://graph.facebook.com/v24.0/1003',
  name: null,
  contentType: 'image/jpeg',
  size: null,
  needsCredentials: true,
};

it.each(['whatsapp', 'instagram', 'sms'] as const)(
  'send by %s, which repeats the credentials: the error has no secret',
  async (name) => {
    await expectRedacted(adapterFor(name).send(outbound(), channels[name], await serve()));
    expect(provider?.requests).toHaveLength(1);
  },
);

it.each(['whatsapp', 'instagram'] as const)(
  'sendReaction by %s, which repeats the credentials: the error has no secret',
  async (name) => {
    const reaction = { vendorId: 'mid.1', emoji: '❤️', to: outbound().to };
    await expectRedacted(adapterFor(name).sendReaction?.(reaction, channels[name], await serve()));
  },
);

describe('WhatsApp, which repeats the credentials', () => {
  const { fetchAttachment, templates } = adapterFor('whatsapp');

  it('fetchAttachment: the error has no secret', async () => {
    await expectRedacted(fetchAttachment?.(attachment, channels.whatsapp, await serve()));
  });

  it('templates: the errors of submit and list have no secret', async () => {
    const options = await serve();
    await expectRedacted(templates?.submit(template('Hello'), channels.whatsapp, options));
    await expectRedacted(templates?.list?.(null, channels.whatsapp, options));
  });
});

it('SMTP: the reply that repeats the password, in plain form and in AUTH PLAIN, is redacted', async () => {
  const server = await smtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password = '' }, _session, done) => {
      const plain = Buffer.from(`\0${username}\0${password}`).toString('base64');
      done(refusal(535, `Bad password ${password} in ${plain}`));
    },
  });
  const call = sendTo(server.port, mail, { settings: { username: 'desk' }, secrets: { password: secret } });
  await expectRedacted(call);
  await expect(call).rejects.toMatchObject({ code: '535', isOfChannel: true });
});

describe('a future adapter', () => {
  const channel: ChannelConfiguration = { type: 'sms', settings: {}, secrets: { token: secret } };
  const failing = async (): Promise<never> => {
    const cause = Object.assign(new Error(`no ${secret}`), { response: secret, sent: { texts: [secret] } });
    throw new SendError(secret, `Refused ${secret}`, { retryable: false, cause });
  };
  const [sandbox] = channelAdapters;
  if (!sandbox) throw new Error('There is no adapter.');

  it('has no secret in the error of any function, in its causes and in what these contain', async () => {
    const list = failing;
    const templates = { accountOf: () => 'account', findErrors: () => [], submit: failing, list };
    const adapter = redactAdapter({
      ...sandbox,
      ...{ send: failing, sendReaction: failing, fetchAttachment: failing, parseInbound: failing, templates },
    });
    const reaction = { vendorId: '1', emoji: null, to: outbound().to };
    await expectRedacted(adapter.send(outbound(), channel));
    await expectRedacted(adapter.sendReaction?.(reaction, channel));
    await expectRedacted(adapter.fetchAttachment?.(attachment, channel));
    await expectRedacted(adapter.templates?.submit(template('Hello'), channel));
    await expectRedacted(adapter.templates?.list?.(null, channel));
  });

  it('has none in an error while the bytes of an attachment are read', async () => {
    const readChunks = async function* () {
      yield Buffer.from('begin');
      await failing();
    };
    const adapter = redactAdapter({
      ...sandbox,
      fetchAttachment: async () => ({ contentType: null, readChunks }),
    });
    const fetched = await adapter.fetchAttachment?.(attachment, channel);
    const chunks: string[] = [];
    const read = async () => {
      for await (const chunk of fetched?.readChunks() ?? []) chunks.push(chunk.toString());
    };
    await expectRedacted(read());
    expect(chunks).toEqual(['begin']);
  });

  it('has none in an error that is thrown at once; the secrets themselves stay', () => {
    const error = Object.assign(new Error(`no ${secret}`), { channel });
    const adapter = redactAdapter({
      ...sandbox,
      verify: () => {
        throw error;
      },
    });
    const request = { method: 'POST', url: '', headers: {}, rawBody: Buffer.alloc(0), query: {} };
    expect(() => adapter.verify(request, channel)).toThrow('no [secret]');
    expect(inspect(error, { depth: 20 })).not.toContain(secret);
    expect(channel.secrets).toEqual({ token: secret });
  });
});
