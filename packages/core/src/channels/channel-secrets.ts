import { channelSecret } from '../secrets/places.js';
import { openSecret, type SecretSource, sealSecret } from '../secrets/secrets.js';

interface ChannelKey {
  readonly tenantId: string;
  readonly id: string;
}

type ChannelSecrets = Readonly<Record<string, string>>;

/** Seals each secret by itself, so that the names stay readable; responses show them. */
export function sealChannelSecrets(
  source: SecretSource,
  { tenantId, id }: ChannelKey,
  secrets: ChannelSecrets,
): Promise<ChannelSecrets> {
  return mapSecrets(secrets, (name, secret) => sealSecret(source, channelSecret(tenantId, id, name), secret));
}

export function openChannelSecrets(
  source: SecretSource,
  { tenantId, id }: ChannelKey,
  sealed: ChannelSecrets,
): Promise<ChannelSecrets> {
  return mapSecrets(sealed, (name, secret) => openSecret(source, channelSecret(tenantId, id, name), secret));
}

/** Maps one secret after another, because the first may create the data key, and a transaction has one connection. */
async function mapSecrets(
  secrets: ChannelSecrets,
  change: (name: string, secret: string) => Promise<string>,
): Promise<ChannelSecrets> {
  const changed: [name: string, secret: string][] = [];
  for (const [name, secret] of Object.entries(secrets)) changed.push([name, await change(name, secret)]);
  return Object.fromEntries(changed);
}
