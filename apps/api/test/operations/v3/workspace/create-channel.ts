import { describe, expect, it } from '@jest/globals';
import { channelAdapters } from '@parley/channels';
import { v3Document } from '@parley/contract/documents';
import { channelProviders } from '@parley/core';
import { expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import { channelCalls, type Schemas, whatsapp } from './channel-calls.js';

export function describeChannelCreation(stage: Stage): void {
  const { create, findStored } = channelCalls(stage);

  describe('createChannel 200', () => {
    it('stores settings and secrets, and returns only the names of the secrets', async () => {
      const response = expectStatus(await stage.v3.call('createChannel', { body: whatsapp }), 200);
      const { data } = response.body;
      expect(data).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        type: 'whatsapp',
        provider: 'whatsapp',
        name: 'WhatsApp Berlin',
        settings: whatsapp.settings,
        secretNames: ['accessToken', 'appSecret', 'verifyToken'],
        ingressUrl: `http://localhost:3000/ingress/${data.id}`,
        stopWords: [],
        quietHours: null,
        startWords: [],
      });
      expect(await findStored(data.id)).toMatchObject({
        tenantId: stage.tenantId,
        settings: whatsapp.settings,
        secrets: whatsapp.secrets,
      });
      const params = { channelId: data.id };
      const shown = expectStatus(await stage.v3.call('getChannel', { params }), 200).body.data;
      expect(shown).toEqual(data);
    });

    it('uses the sandbox by default', async () => {
      expect(await create({ type: 'instagram', name: 'Trial' })).toMatchObject({
        type: 'instagram',
        provider: 'sandbox',
        settings: {},
        secretNames: [],
      });
    });

    it('accepts every example of the document', async () => {
      const { requestBody } = Object(v3Document.paths['/channels']).post;
      const { examples } = requestBody.content['application/json'];
      const values = Object.values<{ value: Schemas['ChannelCreate'] }>(examples);
      expect(values.length).toBeGreaterThanOrEqual(3);
      for (const { value } of values)
        expectStatus(await stage.v3.call('createChannel', { body: value }), 200);
    });

    it('never reveals a secret: not in a response, a search, the log or a replayed response', async () => {
      const headers = { 'idempotency-key': 'channel-1' };
      const first = expectStatus(await stage.v3.call('createChannel', { body: whatsapp, headers }), 200);
      const again = expectStatus(await stage.v3.call('createChannel', { body: whatsapp, headers }), 200);
      const found = expectStatus(await stage.v3.call('searchChannels', { body: {} }), 200);
      const invalid = {
        ...whatsapp,
        settings: {},
        secrets: { ...whatsapp.secrets, accessTokn: 'EAAJB-token' },
      };
      const refused = expectStatus(await stage.v3.call('createChannel', { body: invalid }), 400);
      const { idempotency_keys: keys } = await snapshotTenant(stage.database, stage.tenantId);
      const shown = JSON.stringify([first, again, found, refused, stage.logs, keys]);
      for (const secret of Object.values(whatsapp.secrets)) expect(shown).not.toContain(secret);
    });
  });

  describe('createChannel 400; nothing is created', () => {
    it.each<[string, Schemas['ChannelCreate'], Record<string, string>]>([
      [
        'everything is missing',
        { type: 'whatsapp', provider: 'whatsapp', name: 'A' },
        {
          'settings.phoneNumberId': 'invalid_type',
          'secrets.accessToken': 'invalid_type',
          'secrets.appSecret': 'invalid_type',
          'secrets.verifyToken': 'invalid_type',
        },
      ],
      [
        'invalid values',
        {
          ...whatsapp,
          settings: {
            phoneNumberId: '+49 30 1234',
            baseUrl: 'javascript:alert(1)',
            apiVersion: 21,
            messagesPerSecond: 0,
          },
          secrets: { ...whatsapp.secrets, appSecret: '' },
        },
        {
          'settings.phoneNumberId': 'invalid_string',
          'settings.baseUrl': 'invalid_string',
          'settings.apiVersion': 'invalid_type',
          'settings.messagesPerSecond': 'too_small',
          'secrets.appSecret': 'too_small',
        },
      ],
      [
        'names of another provider',
        { type: 'sms', name: 'A', settings: { phoneNumberId: '1' }, secrets: { password: 'x' } },
        { 'settings.phoneNumberId': 'unrecognized_keys', 'secrets.password': 'unrecognized_keys' },
      ],
      [
        'an invalid mail server',
        {
          type: 'email',
          provider: 'email',
          name: 'A',
          settings: { host: 'not a host', from: 'nobody', port: 70_000, secure: 'yes' },
          secrets: { ingressSecret: 'short' },
        },
        {
          'settings.host': 'invalid_string',
          'settings.from': 'invalid_string',
          'settings.port': 'too_big',
          'settings.secure': 'invalid_type',
          'secrets.ingressSecret': 'too_small',
        },
      ],
    ])('%s', async (_, body, errors) => {
      const before = await snapshotTenant(stage.database, stage.tenantId);
      expect(errorKeys(await stage.v3.call('createChannel', { body }))).toEqual(errors);
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });

    it('a provider that does not support the type', async () => {
      const body = { ...whatsapp, type: 'sms' } as const;
      const refused = expectStatus(await stage.v3.call('createChannel', { body }), 400);
      const message = 'The provider whatsapp supports whatsapp, not sms';
      expect(refused.body).toEqual(invalid({ provider: { key: 'invalid_enum_value', message } }));
    });

    it.each([
      [
        { type: 'fax', provider: 'post', name: '' },
        { type: 'invalid_enum_value', provider: 'invalid_enum_value', name: 'too_small' },
      ],
      [
        { ...whatsapp, settings: { phoneNumberId: null }, secrets: { appSecret: 1 } },
        { 'settings.phoneNumberId': 'invalid_type', 'secrets.appSecret': 'invalid_type' },
      ],
      [
        { ...whatsapp, settings: [], secrets: 'x' },
        { settings: 'invalid_type', secrets: 'invalid_type' },
      ],
      [{ ...whatsapp, settings: { phoneNumberId: 'a\0b' } }, { 'settings.phoneNumberId': 'invalid_string' }],
    ])('for %#', async (wrongBody, errors) => {
      expect(errorKeys(await stage.v3.call('createChannel', { wrongBody }))).toEqual(errors);
    });
  });

  describe('the description of createChannel', () => {
    const description = String(Object(v3Document.paths['/channels']).post.description);

    it('lists the types, settings and secrets of every provider, the required ones in bold', () => {
      const rows = channelAdapters.map(({ provider, channelTypes, settingsSchema, secretsSchema }) => {
        const types = channelTypes.length === 4 ? 'every type' : channelTypes.map(quote).join(', ');
        return [quote(provider), types, listNames(settingsSchema), listNames(secretsSchema)];
      });
      const described = description
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) => line.split('|').slice(1, -1))
        .map((cells) => cells.map((cell) => cell.trim()));
      expect(described.map(sortNames)).toEqual(rows.map(sortNames));
      expect(channelAdapters.map(({ provider }) => provider)).toEqual(channelProviders);
    });

    function quote(name: string): string {
      return `\`${name}\``;
    }

    function listNames({ required, properties }: (typeof channelAdapters)[number]['settingsSchema']): string {
      const names = Object.keys(properties).map((name) =>
        required.includes(name) ? `**${quote(name)}**` : quote(name),
      );
      return names.join(', ');
    }

    function sortNames(cells: readonly string[]): string[][] {
      return cells.map((cell) => cell.split(', ').sort());
    }
  });
}
