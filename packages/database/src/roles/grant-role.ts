import pg from 'pg';
import { persistent, withShortLocks } from '../with-short-locks.js';
import { functionSchemas, migrationTables, queueSchema, tablePrivileges } from './role-schemas.js';

/** The role cannot get its rights. The message is one line for the operator. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
}

/**
 * Grants a role what the API and the workers need, and nothing else: it owns nothing, so it can neither create nor drop
 * tables. The owner must have opened the connection. Tables that the owner creates later, such as partitions, are
 * included. This function can be called again at any time.
 */
export async function grantRole(client: pg.Client, role: string): Promise<void> {
  const { schema, isOwner } = await findRole(client, role);
  // The owner has every right already.
  if (isOwner) return;
  const [grantee, tables] = [pg.escapeIdentifier(role), pg.escapeIdentifier(schema)];
  const privileges = tablePrivileges.join(', ');
  const withTables = `${tables}, ${queueSchema}`;
  const withFunctions = [queueSchema, ...functionSchemas].join(', ');
  await client.query(`
    begin;
    revoke create on schema ${tables} from public, ${grantee};
    grant usage on schema ${tables}, ${withFunctions} to ${grantee};
    grant ${privileges} on all tables in schema ${withTables} to ${grantee};
    grant usage, select on all sequences in schema ${withTables} to ${grantee};
    grant execute on all functions in schema ${tables}, ${withFunctions} to ${grantee};
    revoke insert, update, delete on ${migrationTables.join(', ')} from ${grantee};
    alter default privileges in schema ${withTables} grant ${privileges} on tables to ${grantee};
    alter default privileges in schema ${withTables} grant usage, select on sequences to ${grantee};
    commit;`);
  await addQueuePolicies(client, role);
}

async function findRole(client: pg.Client, role: string): Promise<{ schema: string; isOwner: boolean }> {
  const { rows } = await client.query<{ schema: string; isOwner: boolean; isPrivileged: boolean }>(
    `select current_schema() as schema, rolname = current_user as "isOwner",
       rolsuper or rolbypassrls or pg_has_role(oid, current_user, 'member') as "isPrivileged"
     from pg_roles where rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found === undefined) {
    const create = `create role ${pg.escapeIdentifier(role)} login password '…'`;
    throw new RoleError(`The role "${role}" does not exist. Create it first: ${create}`);
  }
  if (found.isPrivileged && !found.isOwner)
    throw new RoleError(
      `The role "${role}" is a superuser, bypasses row-level security, or is a member of the owner. Use a role that is none of them.`,
    );
  return found;
}

/**
 * The tables of the queue have row-level security and no policies, so everybody but their owner sees no rows. A policy
 * that exists is kept, because replacing it would lock the table.
 */
async function addQueuePolicies(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = '${queueSchema}' and rowsecurity and not exists (
       select from pg_policies policy where policy.schemaname = pg_tables.schemaname
         and policy.tablename = pg_tables.tablename and $1 = any (policy.roles)
     )`,
    [role],
  );
  const grantee = pg.escapeIdentifier(role);
  const policy = pg.escapeIdentifier(`parley_${role}`);
  // A policy needs an exclusive lock on a table that the workers use all the time.
  for (const { name } of rows) {
    const create = `create policy ${policy} on ${name} to ${grantee} using (true) with check (true)`;
    await withShortLocks(client, () => client.query(create), persistent);
  }
}
