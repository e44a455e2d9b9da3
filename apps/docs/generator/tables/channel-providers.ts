import { type ChannelAdapter, channelAdapters, type ObjectSchema } from '@parley/channels';
import { code, renderTable } from '../markdown.js';

const authentications: Readonly<Record<ChannelAdapter['authentication'], string>> = {
  signature: 'the signature of the provider',
  secret: 'a secret that you share with the sender',
  token: 'your bearer token, scope `messages:write`',
};

export function renderChannelProviders(): string {
  const rows = channelAdapters.map(({ provider, channelTypes, authentication, sending }) => [
    code(provider),
    channelTypes.map(code).join(', '),
    authentications[authentication],
    sending.messagesPerSecond,
  ]);
  return renderTable(
    ['`provider`', '`type`', 'Incoming requests are verified by', 'Messages per second'],
    rows,
  );
}

/** Renders the settings and secrets of every provider, from the schemas that the server validates them with. */
export function renderChannelSettings(): string {
  return channelAdapters
    .filter(({ settingsSchema }) => settingsSchema.required.length > 0)
    .map(({ provider, settingsSchema, secretsSchema }) =>
      [
        `### ${code(provider)}\n`,
        renderTable(
          ['Name', 'In', 'Meaning'],
          [...listFields('settings', settingsSchema), ...listFields('secrets', secretsSchema)],
        ),
      ].join('\n'),
    )
    .join('\n');
}

function listFields(place: string, { properties, required }: ObjectSchema): string[][] {
  return Object.entries(properties).map(([name, { description, default: usual }]) => [
    `${code(name)}${required.includes(name) ? '' : ' ?'}`,
    code(place),
    usual === undefined ? description : `${description} Default: ${code(String(usual))}.`,
  ]);
}
