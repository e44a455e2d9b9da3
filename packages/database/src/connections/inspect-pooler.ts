import { randomUUID } from 'node:crypto';
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
  const others: pg.Client[] = [];
  try {
    const pooling = await findPooling(client, async () => {
      const other = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 5_000,
        query_timeout: 5_000,
      });
      other.on('error', () => undefined);
      others.push(other);
      await other.connect();
      return other;
    });
    await refuseMissingSettings(client);
    return pooling;
  } finally {
    await Promise.all(others.map((other) => other.end()));
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

/** Up to so many poolers can share one address: then two of the clients, with the first one, have the same pooler. */
const mostOthers = 8;

/**
 * Several clients prepare different statements under one name, in turn. With one session for two of them, a pooler that does
 * not know prepared statements fails, or runs the statement of the other client. Two clients can have different poolers
 * behind one address, so that clients are added until two of them share a session.
 */
async function findPooling(first: pg.Client, connect: () => Promise<pg.Client>): Promise<Pooling> {
  const name = `parley-pooler-${process.pid}-${Date.now().toString(36)}`;
  const seen = [new SeenSessions(first, name), new SeenSessions(await connect(), name)];
  for (let round = 0; round < rounds; round += 1) for (const client of seen) await client.look();
  while (!areShared(seen)) {
    if (seen.length > mostOthers || !(await addClient(seen, { name, connect }))) return 'session';
  }
  return 'transaction';
}

interface Adding {
  readonly name: string;
  readonly connect: () => Promise<pg.Client>;
}

/** Returns false when there is no session for one more client: then each of the others keeps its own. */
async function addClient(seen: SeenSessions[], { name, connect }: Adding): Promise<boolean> {
  try {
    const added = new SeenSessions(await connect(), name);
    await added.look();
    seen.push(added);
  } catch (error) {
    if (error instanceof PoolerError) throw error;
    return false;
  }
  for (const client of seen) await client.look();
  return true;
}

function areShared(seen: readonly SeenSessions[]): boolean {
  const all = seen.flatMap(({ pids }) => [...pids]);
  return new Set(all).size < all.length || seen.some(({ pids }) => pids.size > 1);
}

/** The sessions of the server that a client has had. */
class SeenSessions {
  readonly pids = new Set<number>();
  readonly #client: pg.Client;
  readonly #query: { readonly name: string; readonly text: string };
  readonly #who = randomUUID();

  constructor(client: pg.Client, name: string) {
    this.#client = client;
    this.#query = { name, text: `select '${this.#who}' as who, pg_backend_pid() as pid` };
  }

  async look(): Promise<void> {
    const { rows } = await this.#client
      .query<{ who: string; pid: number }>(this.#query)
      .catch(refuseStatements);
    const [row] = rows;
    if (row?.who !== this.#who) refuseStatements(undefined);
    this.pids.add(row.pid);
  }
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
