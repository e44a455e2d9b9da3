import { createApiKey } from '@parley/core';
import { signToken } from '../sign-token.js';
import { findSecret, withTarget } from './open-target.js';
import { readExpiry, readScopes, requireOption } from './read-options.js';
import { type Command, runCommand } from './run-command.js';

const token: Command = {
  help: `Prints a new access token, alone on standard output.

  npm run token -- --tenant demo --scope "chats:read chats:write" [--expires 30d] [--name "CRM"]

  --tenant   slug or id of the tenant
  --scope    what the token may do, separated by spaces; "*" is everything
  --expires  when it ends: a number and m, h or d; never unless told
  --name     name of the key behind the token, by which it is found and revoked (npm run key)

Works on the database of the running local service, or on DATABASE_URL with JWT_SECRET.`,
  options: {
    tenant: { type: 'string' },
    scope: { type: 'string' },
    expires: { type: 'string' },
    name: { type: 'string', default: 'Command line' },
  },
  async run(line) {
    const tenant = requireOption(line, 'tenant');
    const scopes = readScopes(requireOption(line, 'scope'));
    const expiresAt = readExpiry(line.options.expires, new Date());
    const name = requireOption(line, 'name');
    return withTarget(line.environment, async (database) => {
      const secret = await findSecret(line.environment);
      return signToken(await createApiKey(database, { tenant, name, scopes, expiresAt }), secret);
    });
  },
};

await runCommand(token);
