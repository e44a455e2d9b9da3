import type { DestinationRules } from '../adapter/destination-rules.js';
import { booleanSetting, integerSetting, textSetting } from './read-setting.js';

/** Returns the destination of a provider with an HTTP API. */
export function webDestination(defaultUrl: string, secrets: readonly string[]): DestinationRules {
  return {
    secrets,
    settings: { host: 'baseUrl', encryption: 'baseUrl' },
    find(settings) {
      const text = textSetting(settings, 'baseUrl') ?? defaultUrl;
      if (!URL.canParse(text)) return undefined;
      const url = new URL(text);
      const address = url.href.replace(/\/$/, '');
      return { host: normalizeHost(url.hostname), isEncrypted: url.protocol === 'https:', address };
    },
  };
}

/** Returns the destination of email. */
export function smtpDestination(defaultPort: number, secrets: readonly string[]): DestinationRules {
  return {
    secrets,
    settings: { host: 'host', encryption: 'requireTls' },
    find(settings) {
      const name = textSetting(settings, 'host');
      if (name === undefined) return undefined;
      const host = normalizeHost(name);
      const port = integerSetting(settings, 'port') ?? defaultPort;
      const isTls = booleanSetting(settings, 'secure') ?? false;
      const isEncrypted = isTls || (booleanSetting(settings, 'requireTls') ?? true);
      const scheme = isTls ? 'smtps' : isEncrypted ? 'smtp+starttls' : 'smtp';
      return { host, isEncrypted, address: `${scheme}://${host}:${port}` };
    },
  };
}

export function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
