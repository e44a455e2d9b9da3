import { createApiKey, listApiKeys, revokeApiKey } from '@parley/core/administration';
import type { ApiKey } from '@parley/database';
import { UsageError } from '../command-error.js';
import { chooseAction } from './choose-action.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { readExpiry, readScopes, refuseSurplus, requireOption } from './read-options.js';
import { type Command, type CommandLine, runCommand } from './run-command.js';

const key: Command = {
  help: `Creates, lists and revokes API keys, the records behind access tokens.

  npm run key -- create --tenant demo --scope "chats:read" [--expires 30d] [--name "CRM"]
  npm run key -- list --tenant demo
  npm run key -- revoke <key id> --tenant demo

  Revoking a key ends its tokens within seconds. npm run token prints the token of a key, or creates both.

Works on the database of the running local service, or on DATABASE_URL.`,
  options: {
    tenant: { type: 'string' },
    scope: { type: 'string' },
    expires: { type: 'string' },
    name: { type: 'string', default: 'Command line' },
  },
  run: chooseAction({ create, list, revoke }),
};

await runCommand(key);

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
  });
}

function readState({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (!expiresAt) return 'active';
  return `${expiresAt > new Date() ? 'until' : 'expired'} ${expiresAt.toISOString()}`;
}
