import pg from 'pg';
import { explainConnectionFailure } from '../explain-connection-failure.js';
import { sessionSettings } from './session-settings.js';

/**
 * `transaction`: each transaction may run on another session of the server, so that LISTEN, locks of a session and settings of a
 * session are lost. `session`: a client keeps its session.
 */
export type Pooling = 'none' | 'session' | 'transaction';

/** A pooler cannot be used as it is configured. The message is one line for the operator. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** Finds out whether a pooler is between us and the server, and refuses one that would break requests later. */
export async function inspectPooler(client: pg.Client, url: string): Promise<Pooling> {
  if (!(await isPooled(client))) return 'none';
  const second = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  second.on('error', () => undefined);
  await second.connect();
  try {
    const pooling = await findPooling(client, second);
    await refuseMissingSettings(client);
    return pooling;
  } finally {
    await second.end();
  }
}

/** Throws if `directUrl` names a pooler instead of the server itself. */
export async function refusePooler(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainConnectionFailure(error, directUrl, 'DATABASE_DIRECT_URL');
  });
  try {
    if (await isPooled(client))
      throw new PoolerError('DATABASE_DIRECT_URL names a pooler. It must name the PostgreSQL server itself.');
  } finally {
    await client.end();
  }
}

/** A pooler invents the process id of the cancel key, because its client has no process of the server. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // The driver keeps the id of the cancel key, but its types do not say so.
  const { processID } = client as pg.Client & { processID: number | null };
  return rows[0]?.pid !== processID;
}

const rounds = 4;

/**
 * Two clients prepare different statements under one name, in turn. With one session for both, a pooler that does not know
 * prepared statements fails, or runs the statement of the other client.
 */
async function findPooling(first: pg.Client, second: pg.Client): Promise<Pooling> {
  const name = `parley-pooler-${process.pid}-${Date.now().toString(36)}`;
  const sessions = { first: new Set<number>(), second: new Set<number>() };
  for (let round = 0; round < rounds; round += 1) {
    for (const [who, client] of [
      ['first', first],
      ['second', second],
    ] as const) {
      const { rows } = await client
        .query<{ who: string; pid: number }>({
          name,
          text: `select '${who}' as who, pg_backend_pid() as pid`,
        })
        .catch(refuseStatements);
      const [row] = rows;
      if (row?.who !== who) refuseStatements(undefined);
      sessions[who].add(row.pid);
    }
  }
  const isShared = [...sessions.first].some((pid) => sessions.second.has(pid));
  return isShared || sessions.first.size > 1 ? 'transaction' : 'session';
}

/** `duplicate_prepared_statement` and `invalid_sql_statement_name`. */
const statementErrors = ['42P05', '26000'];

function refuseStatements(error: unknown): never {
  const isLost = error === undefined || statementErrors.includes(codeOf(error));
  if (!isLost) throw error;
  throw new PoolerError(
    'The pooler that DATABASE_URL names does not keep prepared statements: use PgBouncer 1.21 or newer with ' +
      'max_prepared_statements = 200, or pool_mode = session.',
    { cause: error },
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Without the defaults of the role, a statement behind the pooler would have no time limit. */
export async function refuseMissingSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; missing: string[] }>(
    `select current_user::text as role, array(
       select name from pg_settings where (name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0')
         or (name = 'jit' and setting = 'on') or (name = 'TimeZone' and setting <> '${sessionSettings.TimeZone}')
       order by name
     ) as missing`,
  );
  const [{ role, missing } = { role: '', missing: [] }] = rows;
  if (missing.length === 0) return;
  throw new PoolerError(
    `The sessions behind the pooler lack these settings: ${missing.join(', ')}. As the owner, set them for the role with ` +
      `"DATABASE_ADMIN_URL=… DATABASE_ROLE=${role} npm run migrate". Then let the pooler open new sessions (RECONNECT).`,
  );
}
