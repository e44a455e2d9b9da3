import type { components } from '@parley/contract/v3';
import type { ChannelRecord, QuietHours } from '@parley/core';

/** Presents a channel. `publicUrl` is the base URL of the service. */
export function presentChannel(publicUrl: string, channel: ChannelRecord): components['schemas']['Channel'] {
  return {
    id: channel.id,
    createdAt: channel.createdAt,
    updatedAt: channel.updatedAt,
    type: channel.type,
    provider: channel.provider,
    name: channel.name,
    settings: channel.settings,
    secretNames: [...channel.secretNames],
    ingressUrl: `${publicUrl}/ingress/${channel.id}`,
    stopWords: [...channel.stopWords],
    startWords: [...channel.startWords],
    quietHours: channel.quietHours && presentQuietHours(channel.quietHours),
  };
}

function presentQuietHours({ from, to, timeZone }: QuietHours): components['schemas']['QuietHours'] {
  return { from, to, timeZone };
}
