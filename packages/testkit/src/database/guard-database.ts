import { randomBytes } from 'node:crypto';
import { prepareRole, turnOnRowSecurity } from '@parley/database';
import type { TestDatabase } from './create-test-database.js';

export interface GuardedDatabase {
  /** The URL for a role that owns nothing, to which row-level security applies. */
  readonly roleUrl: string;
  readonly role: string;
  /** Drops the role, which belongs to the whole server. */
  release(): Promise<void>;
}

/** Turns on row-level security in a test database, and creates a role for the processes of the service. */
export async function guardDatabase({
  url,
  database,
}: Pick<TestDatabase, 'url' | 'database'>): Promise<GuardedDatabase> {
  const role = `parley_guarded_${randomBytes(4).toString('hex')}`;
  await database.pool.query(`create role ${role} login password 'secret'`);
  await prepareRole({ role, ownerUrl: url });
  await turnOnRowSecurity(url);
  const roleUrl = Object.assign(new URL(url), { username: role, password: 'secret' }).href;
  return {
    roleUrl,
    role,
    async release() {
      await database.pool.query(`drop owned by ${role}; drop role ${role}`);
    },
  };
}
