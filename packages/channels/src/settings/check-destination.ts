import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import { allowsHost, isLoopbackHost } from './allowed-hosts.js';

/** What is wrong with one setting or secret. */
export interface ConfigurationError {
  /** For example `settings.baseUrl`. */
  readonly path: string;
  readonly key: 'invalid_type' | 'invalid_string' | 'invalid_enum_value';
  readonly message: string;
}

/** Returns an error when the secrets of a channel may not be sent to the server in its settings. */
export function findDestinationErrors(
  { destination: rules }: ChannelAdapter,
  settings: unknown,
  allowedHosts: readonly string[] | undefined,
): ConfigurationError[] {
  const destination = rules?.find(settings);
  if (!rules || !destination) return [];
  const { host, isEncrypted } = destination;
  const errors: ConfigurationError[] = [];
  if (!allowsHost(allowedHosts, host)) {
    const message = `The operator of this service does not allow channels to connect to ${host}`;
    errors.push({ path: `settings.${rules.settings.host}`, key: 'invalid_string', message });
  }
  if (!isEncrypted && !isLoopbackHost(host)) errors.push(explainPlainText(rules.settings.encryption));
  return errors;
}

export interface SettingsChange {
  readonly before: { readonly settings: unknown; readonly secrets: unknown };
  readonly settings: unknown;
  /** The names of the secrets that the same request sets or removes. */
  readonly givenSecrets: readonly string[];
}

/**
 * Returns an error for each secret that a change of settings would send to another server. A caller who may write
 * settings cannot read the secrets, and must not obtain them by naming a server of their own.
 */
export function findSecretsToRepeat(
  { destination: rules }: ChannelAdapter,
  { before, settings, givenSecrets }: SettingsChange,
): ConfigurationError[] {
  if (!rules || rules.find(before.settings)?.address === rules.find(settings)?.address) return [];
  const stored = Object.keys(Object(before.secrets));
  return rules.secrets
    .filter((name) => stored.includes(name) && !givenSecrets.includes(name))
    .map((name) => ({ path: `secrets.${name}`, key: 'invalid_type', message: repeatMessage }));
}

const repeatMessage = 'Required, because the new settings would send this secret to another server';

function explainPlainText(setting: string): ConfigurationError {
  const path = `settings.${setting}`;
  return setting === 'baseUrl'
    ? { path, key: 'invalid_string', message: 'Must begin with https://, except for a server on loopback' }
    : { path, key: 'invalid_enum_value', message: 'Must be true, except for a server on loopback' };
}
