import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { channelCalls, type Schemas, whatsapp } from './channel-calls.js';

const meta = { accessToken: 'EAAJB-token', appSecret: 'of-the-app', verifyToken: 'chosen by us' };

const channels = {
  whatsapp,
  instagram: {
    type: 'instagram',
    provider: 'instagram',
    name: 'Instagram',
    settings: { accountId: '17841400000000001' },
    secrets: meta,
  },
  sms: {
    type: 'sms',
    provider: 'sms',
    name: 'SMS',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
    secrets: { authToken: 'twilio-token' },
  },
  email: {
    type: 'email',
    provider: 'email',
    name: 'Support',
    settings: { host: 'smtp.partner.example', username: 'support', from: 'support@partner.example' },
    secrets: { ingressSecret: 'at least 16 characters', password: 'of the account' },
  },
} satisfies Record<string, Schemas['ChannelCreate']>;

type Provider = keyof typeof channels;

const moves: readonly [Provider, Record<string, string | number | boolean>, string][] = [
  ['whatsapp', { baseUrl: 'https://attacker.example' }, 'accessToken'],
  ['whatsapp', { baseUrl: 'https://graph.facebook.com@attacker.example' }, 'accessToken'],
  ['whatsapp', { baseUrl: 'https://graph.facebook.com/of-somebody-else' }, 'accessToken'],
  ['whatsapp', { baseUrl: 'http://127.0.0.1:4000' }, 'accessToken'],
  ['instagram', { baseUrl: 'https://attacker.example' }, 'accessToken'],
  ['sms', { baseUrl: 'https://attacker.example' }, 'authToken'],
  ['email', { host: 'smtp.attacker.example' }, 'password'],
  ['email', { port: 2525 }, 'password'],
  ['email', { secure: true }, 'password'],
  ['email', { host: '127.0.0.1', requireTls: false }, 'password'],
];

/** Tests to which hosts the secrets of a channel may be sent. */
export function describeChannelDestination(stage: Stage): void {
  const { create, findStored } = channelCalls(stage);
  const update = (channelId: string, body: Schemas['ChannelUpdate']) =>
    stage.v3.call('updateChannel', { params: { channelId }, body });

  describe.each(moves)('updateChannel of %s to %j', (provider, move, secret) => {
    const settings = { ...channels[provider].settings, ...move };

    it(`400 that names ${secret} unless it is sent again; nothing changes`, async () => {
      const { id } = await create(channels[provider]);
      const before = await findStored(id);
      const refused = await update(id, { settings });
      expect(errorKeys(refused)).toEqual({ [`secrets.${secret}`]: 'invalid_type' });
      expect(JSON.stringify(refused.body)).toContain('another server');
      expect(await findStored(id)).toEqual(before);
    });

    it('200 with the secret in the same request', async () => {
      const { id } = await create(channels[provider]);
      expectStatus(await update(id, { settings, secrets: { [secret]: 'for the new server' } }), 200);
      expect(await findStored(id)).toMatchObject({ settings, secrets: { [secret]: 'for the new server' } });
    });
  });

  describe('updateChannel 200 without secrets', () => {
    it.each<[string, Provider, Record<string, string | number>]>([
      ['the default is sent explicitly', 'whatsapp', { baseUrl: 'https://graph.facebook.com/' }],
      ['another number', 'whatsapp', { phoneNumberId: '42', apiVersion: 'v25.0' }],
      ['the same mail server', 'email', { host: 'SMTP.partner.example', port: 587, fromName: 'Desk' }],
    ])('when the server does not change: %s', async (_, provider, change) => {
      const { id } = await create(channels[provider]);
      expectStatus(await update(id, { settings: { ...channels[provider].settings, ...change } }), 200);
    });

    it('when the channel has no secret for the server, and when the request removes it', async () => {
      const { password, ...secrets } = channels.email.secrets;
      const settings = { host: 'smtp.other.example', from: 'support@partner.example' };
      const bare = await create({ ...channels.email, secrets });
      expectStatus(await update(bare.id, { settings }), 200);
      const { id } = await create(channels.email);
      expectStatus(await update(id, { settings, secrets: { password: null } }), 200);
      expect(JSON.stringify(await findStored(id))).not.toContain(password);
    });
  });

  describe.each<[Provider, Record<string, string | boolean>, string, string]>([
    ['whatsapp', { baseUrl: 'http://graph.partner.example' }, 'baseUrl', 'invalid_string'],
    ['instagram', { baseUrl: 'http://10.0.0.1' }, 'baseUrl', 'invalid_string'],
    ['sms', { baseUrl: 'http://localhost.attacker.example' }, 'baseUrl', 'invalid_string'],
    ['email', { requireTls: false }, 'requireTls', 'invalid_enum_value'],
  ])('an unencrypted connection of %s: %j', (provider, change, setting, key) => {
    const settings = { ...channels[provider].settings, ...change };
    const body: Schemas['ChannelCreate'] = { ...channels[provider], settings };

    it('createChannel 400 and updateChannel 400, even with all secrets', async () => {
      expect(errorKeys(await stage.v3.call('createChannel', { body }))).toEqual({
        [`settings.${setting}`]: key,
      });
      const { id } = await create(channels[provider]);
      const { secrets } = channels[provider];
      expect(errorKeys(await update(id, { settings, secrets }))).toEqual({ [`settings.${setting}`]: key });
    });

    it('createChannel 200 on loopback', async () => {
      const local = { baseUrl: 'http://127.0.0.1:4000', host: 'localhost' };
      const name = setting === 'baseUrl' ? 'baseUrl' : 'host';
      await create({ ...body, settings: { ...settings, [name]: local[name] } });
    });
  });

  describe('with PROVIDER_ALLOWED_HOSTS', () => {
    const PROVIDER_ALLOWED_HOSTS = 'graph.facebook.com, *.partner.example';
    const app = useTestApp({ env: { PROVIDER_ALLOWED_HOSTS } });

    it.each<[Provider, Record<string, string>, string]>([
      ['whatsapp', { baseUrl: 'https://graph.facebook.com.attacker.example' }, 'settings.baseUrl'],
      ['whatsapp', { baseUrl: 'https://partner.example' }, 'settings.baseUrl'],
      ['whatsapp', { baseUrl: 'https://notpartner.example' }, 'settings.baseUrl'],
      ['instagram', { baseUrl: 'https://[2001:db8::1]' }, 'settings.baseUrl'],
      ['sms', {}, 'settings.baseUrl'],
      ['email', { host: 'smtp.other.example' }, 'settings.host'],
    ])('createChannel 400 for %s with %j', async (provider, change, path) => {
      const body = { ...channels[provider], settings: { ...channels[provider].settings, ...change } };
      expect(errorKeys(await app.v3.call('createChannel', { body }))).toEqual({ [path]: 'invalid_string' });
    });

    it.each<[Provider, Record<string, string>]>([
      ['whatsapp', {}],
      ['sms', { baseUrl: 'https://a.twilio.PARTNER.example:8443/api' }],
      ['email', { host: 'smtp.partner.example' }],
    ])('createChannel 200 for %s with %j; updateChannel 400 for another host', async (provider, change) => {
      const settings = { ...channels[provider].settings, ...change };
      const body = { ...channels[provider], settings };
      const { id } = expectStatus(await app.v3.call('createChannel', { body }), 200).body.data;
      const name = provider === 'email' ? 'host' : 'baseUrl';
      const away = { ...settings, [name]: provider === 'email' ? 'a.example' : 'https://a.example' };
      const { secrets } = channels[provider];
      const moved = { params: { channelId: id }, body: { settings: away, secrets } };
      expect(errorKeys(await app.v3.call('updateChannel', moved))).toEqual({
        [`settings.${name}`]: 'invalid_string',
      });
    });
  });
}
