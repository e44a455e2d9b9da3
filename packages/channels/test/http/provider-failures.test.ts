import { afterEach, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { adapterFor, type ChannelConfiguration, SendError } from '../../src/index.js';
import { instagramChannel, smsChannel, whatsappChannel } from '../support/ingress-request.js';
import { outbound } from '../support/outbound-message.js';
import {
  type Provider,
  type ProviderBehaviour,
  respondWithJson,
  startProvider,
} from '../support/provider-server.js';

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

describe.each([
  ['whatsapp', whatsappChannel],
  ['instagram', instagramChannel],
  ['sms', smsChannel],
] as const)('sending by %s when the provider fails', (name, channel) => {
  it('429 with Retry-After in seconds: retryable after that time', async () => {
    const error = await failure(name, channel, respondWithJson(429, {}, { 'retry-after': '7' }));
    expect(error).toMatchObject({
      code: 'http_429',
      retryable: true,
      retryAfterMs: 7000,
      mayHaveBeenSent: false,
    });
  });

  it('429 with Retry-After as a date in the past: retryable at once', async () => {
    const headers = { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' };
    expect(await failure(name, channel, respondWithJson(429, {}, headers))).toMatchObject({
      retryAfterMs: 0,
    });
  });

  it('429 with Retry-After as a date: retryable at that time by the clock of the caller', async () => {
    const headers = { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' };
    const now = () => new Date('1994-11-06T08:49:07Z');
    expect(await failure(name, channel, respondWithJson(429, {}, headers), { now })).toMatchObject({
      retryAfterMs: 30_000,
    });
  });

  it('429 with an unreadable Retry-After: retryable, without a time', async () => {
    const error = await failure(name, channel, respondWithJson(429, {}, { 'retry-after': 'later' }));
    expect(error.retryable).toBe(true);
    expect(error.retryAfterMs).toBeUndefined();
  });

  it.each([
    [500, true],
    [502, true],
    [503, false],
    [504, true],
  ] as const)(
    '%i from a gateway: retryable; the message may have been sent: %p',
    async (status, mayHaveBeenSent) => {
      const page: ProviderBehaviour = (response) => response.writeHead(status).end('<h1>Bad gateway</h1>');
      expect(await failure(name, channel, page)).toMatchObject({
        code: `http_${status}`,
        retryable: true,
        mayHaveBeenSent,
      });
    },
  );

  it.each([400, 401, 403, 404, 413])('%i without a body: permanently refused', async (status) => {
    const error = await failure(name, channel, (response) => response.writeHead(status).end());
    expect(error).toMatchObject({ code: `http_${status}`, retryable: false, mayHaveBeenSent: false });
  });

  it('a redirect is not followed, and the credentials are not sent', async () => {
    const error = await failure(name, channel, (response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect(error).toMatchObject({ code: 'http_307', retryable: false });
    expect(provider?.requests).toHaveLength(1);
  });

  it('no response before the deadline: retryable timeout, and the message may have been sent', async () => {
    const error = await failure(name, channel, () => {}, { timeoutMs: 50 });
    expect(error).toMatchObject({ code: 'timeout', retryable: true, mayHaveBeenSent: true });
  });

  it('a response that never ends is ended by the deadline as well', async () => {
    const drip: ProviderBehaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    };
    expect(await failure(name, channel, drip, { timeoutMs: 50 })).toMatchObject({ code: 'timeout' });
  });

  it('the caller’s signal stops the exchange', async () => {
    const controller = new AbortController();
    const error = await failure(name, channel, () => controller.abort(), { signal: controller.signal });
    expect(error).toMatchObject({ code: 'aborted', retryable: true, mayHaveBeenSent: true });
  });

  it('a reset connection: retryable, and the message may have been sent', async () => {
    const error = await failure(name, channel, (response) => response.socket?.resetAndDestroy());
    expect(error).toMatchObject({ code: 'network_error', retryable: true, mayHaveBeenSent: true });
  });

  it('nothing listens: retryable, and the message was certainly not sent', async () => {
    const gone = await startProvider(() => {});
    await gone.stop();
    await expect(adapterFor(name).send(outbound(), channel, { baseUrl: gone.url })).rejects.toMatchObject({
      code: 'network_error',
      retryable: true,
      mayHaveBeenSent: false,
    });
  });

  it('a success without an id: the message is not sent again', async () => {
    for (const behaviour of [respondWithJson(200, {}), respondWithJson(200, []), ok('no JSON')]) {
      expect(await failure(name, channel, behaviour)).toMatchObject({
        code: 'unreadable_answer',
        retryable: false,
        mayHaveBeenSent: true,
      });
      await provider?.stop();
    }
    provider = undefined;
  });

  it('uses the dispatcher of the caller, whose refusal is an error like any other', async () => {
    const dispatcher = new Agent({
      connect: (_options, callback) => callback(new Error('This address may not be reached.'), null),
    });
    const error = await failure(name, channel, respondWithJson(200, {}), { dispatcher });
    expect(error).toMatchObject({ name: 'SendError', code: 'network_error' });
    expect(provider?.requests).toHaveLength(0);
    await dispatcher.close();
  });

  it.each(['not a URL', 'ftp://127.0.0.1/', ''])(
    'the base URL %p: an error of the channel',
    async (baseUrl) => {
      await expect(adapterFor(name).send(outbound(), channel, { baseUrl })).rejects.toMatchObject({
        name: 'SendError',
        code: 'channel_not_configured',
        retryable: false,
      });
    },
  );
});

describe('errors in the provider’s own words', () => {
  it.each([
    [4, true],
    [80007, true],
    [130429, true],
    [131056, true],
    [1, true],
    [2, true],
    [100, false],
    [190, false],
    [131026, false],
    [131047, false],
    [132000, false],
  ])('Graph error %i: retryable %p', async (code, retryable) => {
    const error = {
      message: `(#${code}) Title`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'What happened.' },
      fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
    };
    expect(await failure('whatsapp', whatsappChannel, respondWithJson(400, { error }))).toMatchObject({
      code: String(code),
      message: `(#${code}) Title: What happened.`,
      retryable,
      mayHaveBeenSent: false,
    });
  });

  it('a Graph error that calls itself transient is retryable', async () => {
    const error = { message: 'An unexpected error', code: 99, is_transient: true };
    expect(await failure('instagram', instagramChannel, respondWithJson(400, { error }))).toMatchObject({
      code: '99',
      retryable: true,
    });
  });

  it('a 500 with a Graph error means that Graph refused the message, so it was not sent', async () => {
    const error = { message: 'Please reduce the amount', code: 1 };
    expect(await failure('whatsapp', whatsappChannel, respondWithJson(500, { error }))).toMatchObject({
      retryable: true,
      mayHaveBeenSent: false,
    });
  });

  it.each([
    [400, 21211, "The 'To' number +1 is not a valid phone number.", false],
    [401, 20003, 'Authenticate', false],
    [429, 20429, 'Too Many Requests', true],
  ])('Twilio %i with code %i', async (status, code, message, retryable) => {
    const body = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
    expect(await failure('sms', smsChannel, respondWithJson(status, body))).toMatchObject({
      code: String(code),
      message,
      retryable,
    });
  });

  it.each([{ error: null }, { error: 'text' }, { error: [] }, { code: {}, message: 7 }, null, 'text'])(
    'an error body %p of the wrong shape falls back on the status',
    async (body) => {
      for (const [name, channel] of [
        ['whatsapp', whatsappChannel],
        ['sms', smsChannel],
      ] as const) {
        expect(await failure(name, channel, respondWithJson(400, body))).toMatchObject({ code: 'http_400' });
        await provider?.stop();
      }
      provider = undefined;
    },
  );

  it('no error contains a secret', async () => {
    const error = await failure('whatsapp', whatsappChannel, (response) =>
      response.socket?.resetAndDestroy(),
    );
    expect(JSON.stringify([error.message, error.code, String(error.cause)])).not.toContain('graph-token');
  });
});

async function failure(
  name: string,
  channel: ChannelConfiguration,
  behaviour: ProviderBehaviour,
  options: object = {},
): Promise<SendError> {
  provider = await startProvider(behaviour);
  const error = await adapterFor(name)
    .send(outbound(), channel, { baseUrl: provider.url, ...options })
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof SendError)) throw new Error('Expected a SendError.', { cause: error });
  return error;
}

function ok(body: string): ProviderBehaviour {
  return (response) => response.writeHead(200).end(body);
}
