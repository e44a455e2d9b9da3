import pg from 'pg';
import { type DatabaseVariable, explainConnectionFailure } from '../explain-connection-failure.js';
import { grantRole } from './grant-role.js';
import { setRoleDefaults } from './set-role-defaults.js';

export interface RoleOptions {
  readonly role: string;
  /** The URL of the role that owns the tables, and the variable that names it. */
  readonly ownerUrl: string;
  readonly variable?: DatabaseVariable | undefined;
  /** The URL of the role itself, which sets its own defaults where the owner may not, and the variable that names it. */
  readonly self?: { readonly url: string; readonly variable: DatabaseVariable } | undefined;
}

export interface PreparedRole {
  /** Whether sessions that a pooler opens have the same settings as our own sessions. */
  readonly hasDefaults: boolean;
}

/** Grants a role what the processes of the service need, and sets its defaults. */
export async function prepareRole(options: RoleOptions): Promise<PreparedRole> {
  const { role, ownerUrl, variable, self } = options;
  const hasDefaults = await withClient(ownerUrl, variable, async (client) => {
    await grantRole(client, role);
    return setRoleDefaults(client, role);
  });
  if (hasDefaults || self === undefined) return { hasDefaults };
  return {
    hasDefaults: await withClient(self.url, self.variable, (client) => setRoleDefaults(client, role)),
  };
}

async function withClient<Result>(
  url: string,
  variable: DatabaseVariable | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainConnectionFailure(error, url, variable);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
