import { describe, expect, it } from '@jest/globals';
import { adapterFor, type ChannelConfiguration, channelAdapters, isChannelProvider } from '../src/index.js';
import { emailChannel, instagramChannel, smsChannel, whatsappChannel } from './support/ingress-request.js';

describe('adapterFor', () => {
  it('knows every provider by its name', () => {
    expect(channelAdapters.map(({ provider }) => provider)).toEqual([
      'sandbox',
      'whatsapp',
      'instagram',
      'sms',
      'email',
    ]);
    for (const adapter of channelAdapters) expect(adapterFor(adapter.provider)).toBe(adapter);
  });

  it.each(['telegram', '', 'constructor', '__proto__'])(
    '%p: an error that lists the providers',
    (provider) => {
      expect(isChannelProvider(provider)).toBe(false);
      expect(() => adapterFor(provider)).toThrow(
        `Unknown channel provider "${provider}". The providers are sandbox, whatsapp, instagram, sms, email.`,
      );
    },
  );
});

describe.each(channelAdapters)(
  'the description of $provider',
  ({ provider, settingsSchema, secretsSchema, destination, authentication, signatureHeader }) => {
    it.each([
      ['settings', settingsSchema],
      ['secrets', secretsSchema],
    ])('its %s: closed, described, with valid patterns and defaults that fit', (_part, schema) => {
      expect(schema.additionalProperties).toBe(false);
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...schema.required]));
      for (const property of Object.values(schema.properties)) {
        expect(property.description).toMatch(/\.$/);
        if (property.pattern !== undefined)
          expect(() => new RegExp(property.pattern ?? '', 'u')).not.toThrow();
        if (property.default !== undefined) {
          expect(typeof property.default).toBe(property.type === 'integer' ? 'number' : property.type);
          if (property.pattern !== undefined)
            expect(property.default).toMatch(new RegExp(property.pattern, 'u'));
        }
      }
    });

    it('has no secret among the settings', () => {
      expect(
        Object.keys(settingsSchema.properties).filter((name) => /token|secret|password/i.test(name)),
      ).toEqual([]);
    });

    it('names the header of its signature, if it has one', () => {
      expect(signatureHeader !== undefined).toBe(authentication === 'signature');
      expect(signatureHeader ?? '').toBe((signatureHeader ?? '').toLowerCase());
    });

    it('declares the server that its settings name, and the secrets that are sent there', () => {
      const names = Object.entries(settingsSchema.properties);
      const servers = names.flatMap(([name, { format }]) =>
        format === 'uri' || format === 'hostname' ? [name] : [],
      );
      expect(destination === null).toBe(servers.length === 0);
      if (destination === null) return;
      expect(servers).toEqual([destination.settings.host]);
      expect(Object.keys(secretsSchema.properties)).toEqual(expect.arrayContaining([...destination.secrets]));
      const { settings } = CHANNELS[provider] ?? {};
      for (const name of servers) {
        const other = {
          ...Object(settings),
          [name]: name === 'host' ? 'other.example' : 'https://other.example',
        };
        expect(destination.find(other)).toMatchObject({ host: 'other.example' });
        expect(destination.find(other)?.address).not.toBe(destination.find(settings)?.address);
      }
    });

    it('covers the channel that the tests of this provider use', () => {
      const channel = CHANNELS[provider] ?? { settings: {}, secrets: {} };
      expect(Object.keys(settingsSchema.properties)).toEqual(
        expect.arrayContaining(Object.keys(channel.settings ?? {})),
      );
      expect(Object.keys(channel.settings ?? {})).toEqual(
        expect.arrayContaining([...settingsSchema.required]),
      );
      expect(Object.keys(channel.secrets ?? {})).toEqual(expect.arrayContaining([...secretsSchema.required]));
    });
  },
);

const CHANNELS: Record<string, Pick<ChannelConfiguration, 'settings' | 'secrets'>> = {
  whatsapp: whatsappChannel,
  instagram: instagramChannel,
  sms: smsChannel,
  email: emailChannel,
};
