import { type DatabaseVariable, prepareRole, runMigrations } from '@parley/database';
import { CommandError } from './command-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Owner {
  readonly url: string;
  readonly variable: DatabaseVariable;
}

/**
 * Returns the connection that migrates the database. It belongs to the owner of the database, and leads to the server
 * directly, without a pooler.
 */
export function findOwner(environment: Environment): Owner | undefined {
  for (const variable of ['DATABASE_ADMIN_URL', 'DATABASE_DIRECT_URL', 'DATABASE_URL'] as const) {
    const url = environment[variable];
    if (url) return { url: checkUrl(variable, url), variable };
  }
  return undefined;
}

/**
 * Migrates the database as its owner, and then grants the role of the service what it needs. Returns the applied migrations
 * and notes for the operator.
 */
export async function migrateAsOwner(
  { url, variable }: Owner,
  environment: Environment,
  report: (line: string) => void = () => undefined,
): Promise<{ applied: string[]; notes: string[] }> {
  const applied = await runMigrations(url, { variable, report });
  const role = findServiceRole(environment);
  if (role === undefined) return { applied, notes: [] };
  const self = findUrlOf(role, environment);
  const { hasDefaults } = await prepareRole({ role, ownerUrl: url, variable, self });
  const granted = `The role "${role}" has the rights that the API and the workers need.`;
  return { applied, notes: hasDefaults ? [granted] : [granted, noDefaults(role)] };
}

/**
 * The role of the API and the workers: `DATABASE_ROLE`, or the user of `DATABASE_URL` where the migration has a URL of its
 * own. With `DATABASE_DIRECT_URL`, a pooler is in between, whose sessions need the defaults of the role even if it is the owner.
 */
function findServiceRole(environment: Environment): string | undefined {
  const { DATABASE_ROLE, DATABASE_ADMIN_URL, DATABASE_DIRECT_URL, DATABASE_URL } = environment;
  if (DATABASE_ROLE) return DATABASE_ROLE;
  if (!DATABASE_URL || !(DATABASE_ADMIN_URL || DATABASE_DIRECT_URL)) return undefined;
  return userOf(checkUrl('DATABASE_URL', DATABASE_URL));
}

/** The server itself where it is known: a session of a pooler would stay open, without the defaults that it has just set. */
function findUrlOf(role: string, environment: Environment): Owner | undefined {
  for (const variable of ['DATABASE_DIRECT_URL', 'DATABASE_URL'] as const) {
    const url = environment[variable];
    if (url && userOf(checkUrl(variable, url)) === role) return { url, variable };
  }
  return undefined;
}

function userOf(url: string): string | undefined {
  return decodeURIComponent(new URL(url).username) || undefined;
}

function noDefaults(role: string): string {
  return `Its defaults for sessions behind a pooler are not set, because only "${role}" itself may do that: set DATABASE_URL too.`;
}

export function checkUrl(variable: string, url: string): string {
  if (/^postgres(?:ql)?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return url;
  throw new CommandError(`${variable} must be a URL that begins with postgres:// or postgresql://.`);
}
