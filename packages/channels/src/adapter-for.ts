import type { ChannelAdapter, ChannelProvider } from './adapter/channel-adapter.js';
import { emailAdapter } from './email/adapter.js';
import { instagramAdapter } from './instagram/adapter.js';
import { sandboxAdapter } from './sandbox/adapter.js';
import { redactAdapter } from './secrets/redact-adapter.js';
import { smsAdapter } from './sms/adapter.js';
import { whatsappAdapter } from './whatsapp/adapter.js';

const ADAPTERS: Readonly<Record<ChannelProvider, ChannelAdapter>> = {
  sandbox: sandboxAdapter,
  whatsapp: whatsappAdapter,
  instagram: instagramAdapter,
  sms: smsAdapter,
  email: emailAdapter,
};

export const channelAdapters: readonly ChannelAdapter[] = Object.values(ADAPTERS).map(redactAdapter);

const byProvider = new Map<string, ChannelAdapter>(
  channelAdapters.map((adapter) => [adapter.provider, adapter]),
);

/** Returns the adapter of a provider by its name in the database. */
export function adapterFor(provider: string): ChannelAdapter {
  const adapter = byProvider.get(provider);
  if (adapter === undefined) throw new UnknownProviderError(provider);
  return adapter;
}

export function isChannelProvider(provider: string): provider is ChannelProvider {
  return byProvider.has(provider);
}

export class UnknownProviderError extends Error {
  readonly code = 'unknown_provider';
  readonly provider: string;

  constructor(provider: string) {
    super(`Unknown channel provider "${provider}". The providers are ${Object.keys(ADAPTERS).join(', ')}.`);
    this.name = 'UnknownProviderError';
    this.provider = provider;
  }
}
