import { createApiKey, findApiKey } from '@parley/core/administration';
import type { ApiKey, Database } from '@parley/database';
import { CommandError, UsageError } from '../command-error.js';
import { signToken } from '../sign-token.js';
import type { Command, CommandLine } from './command.js';
import { findSecret, withTarget } from './open-target.js';
import { readExpiry, readScopes, refuseSurplus, requireOption } from './read-options.js';

export const command: Command = {
  help: `Prints an access token, alone on standard output.

  npm run token -- --tenant demo --scope "chats:read chats:write" [--expires 30d] [--name "CRM"]
  npm run token -- --tenant demo --key <key id>

  --tenant   slug or id of the tenant
  --scope    the scopes of the token, separated by spaces; "*" means all scopes
  --expires  when the key and its token expire: a number and m, h or d, or never; the default is 365d
  --name     name of the key behind the token, to find and revoke it (npm run key)
  --key      id of an existing key, instead of a new one

Works on the database of the running local service, or on DATABASE_URL with JWT_SECRET,
JWT_SECRETS or JWT_SECRETS_FILE. The newest signing key signs.`,
  options: {
    tenant: { type: 'string' },
    scope: { type: 'string' },
    expires: { type: 'string' },
    name: { type: 'string' },
    key: { type: 'string' },
  },
  async run(line) {
    refuseSurplus(line.words);
    const findKey = line.options.key === undefined ? planNewKey(line) : planKnownKey(line);
    const secret = await findSecret(line.environment);
    return withTarget(line.environment, async (database) => signToken(await findKey(database), secret));
  },
};

type FindKey = (database: Database) => Promise<ApiKey>;

function planNewKey(line: CommandLine): FindKey {
  const tenant = requireOption(line, 'tenant');
  const scopes = readScopes(requireOption(line, 'scope'));
  const expiresAt = readExpiry(line.options.expires, new Date());
  const { name = 'Command line' } = line.options;
  return (database) => createApiKey(database, { tenant, name, scopes, expiresAt });
}

function planKnownKey(line: CommandLine): FindKey {
  const tenant = requireOption(line, 'tenant');
  const keyId = requireOption(line, 'key');
  const { scope, expires, name } = line.options;
  if (scope ?? expires ?? name) {
    throw new UsageError(
      'The key already has scopes, an expiry and a name: omit --scope, --expires and --name.',
    );
  }
  return async (database) => {
    const key = await findApiKey(database, { tenant, keyId });
    if (key.revokedAt) throw new CommandError(`The key "${keyId}" is revoked.`);
    if (key.expiresAt && key.expiresAt <= new Date())
      throw new CommandError(`The key "${keyId}" has expired.`);
    return key;
  };
}
