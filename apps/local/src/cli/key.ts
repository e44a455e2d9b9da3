import { createApiKey, listApiKeys, revokeApiKey } from '@parley/core/administration';
import type { ApiKey } from '@parley/database';
import { UsageError } from '../command-error.js';
import { chooseAction } from './choose-action.js';
import type { Command, CommandLine } from './command.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { readExpiry, readScopes, refuseSurplus, requireOption } from './read-options.js';
import { listSigning, removeSigning, rotateSigning } from './signing-keys.js';

export const command: Command = {
  help: `Manages API keys (the records behind access tokens) and the keys that sign these tokens.

  npm run key -- create --tenant demo --scope "chats:read" [--expires 30d] [--name "CRM"]
  npm run key -- list --tenant demo
  npm run key -- revoke <key id> --tenant demo

  --expires is a number followed by m, h or d, such as 30d, or the word never; the default is 365d. The list shows the
  last use of each key, which is recorded at most once a minute. Revoking a key invalidates its tokens within seconds.
  npm run token prints the token of a key, or creates a key with its token.

  npm run key -- rotate-signing
  npm run key -- list-signing
  npm run key -- remove-signing <kid>

  rotate-signing creates a key that signs new tokens. Older keys verify the tokens that they signed until you remove
  them; removing a key invalidates its tokens. Running processes notice a change within ten seconds. The keys are in
  DATA_DIR/jwt-secret, or in JWT_SECRETS_FILE, newest first. Keys in JWT_SECRET or JWT_SECRETS can only be
  changed there; the command then prints what to set.

Works on the database of the running local service, or on DATABASE_URL.`,
  options: {
    tenant: { type: 'string' },
    scope: { type: 'string' },
    expires: { type: 'string' },
    name: { type: 'string', default: 'Command line' },
  },
  run: chooseAction({
    create,
    list,
    revoke,
    'rotate-signing': rotateSigning,
    'list-signing': listSigning,
    'remove-signing': removeSigning,
  }),
};

async function create(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  const tenant = requireOption(line, 'tenant');
  const scopes = readScopes(requireOption(line, 'scope'));
  const expiresAt = readExpiry(line.options.expires, new Date());
  const name = requireOption(line, 'name');
  return withTarget(line.environment, async (database) => {
    const made = await createApiKey(database, { tenant, name, scopes, expiresAt });
    return `${describe([made])}\n\nIts token: npm run -s token -- --tenant ${tenant} --key ${made.id}`;
  });
}

async function list(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  const tenant = requireOption(line, 'tenant');
  return withTarget(line.environment, async (database) => describe(await listApiKeys(database, tenant)));
}

async function revoke(line: CommandLine): Promise<string> {
  const tenant = requireOption(line, 'tenant');
  const [keyId, ...rest] = line.words;
  if (keyId === undefined || rest.length > 0) throw new UsageError('Name one key by its id; see: key list');
  return withTarget(line.environment, async (database) =>
    describe([await revokeApiKey(database, { tenant, keyId })]),
  );
}

function describe(keys: ApiKey[]): string {
  return printTable(keys, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    scopes: ({ scopes }) => scopes.join(' '),
    state: readState,
    created: ({ createdAt }) => createdAt.toISOString(),
    'last used': ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? 'never',
  });
}

function readState({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (!expiresAt) return 'active';
  return `${expiresAt > new Date() ? 'until' : 'expired'} ${expiresAt.toISOString()}`;
}
