import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, open, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '../../crash/cluster.js';
import { waitFor } from '../../crash/wait-for.js';
import type { PgBouncer } from '../debian/find-pgbouncer.js';
import type { Account } from '../debian/run-tool.js';
import type { Certificates } from './certificates.js';
import { serviceRole, urlOf } from './postgres-server.js';

/** A PgBouncer in transaction mode, which clients reach with TLS, and which reaches the server with TLS. */
export interface Pooler {
  /** The URL for the role of the service. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  readonly name: string;
  readonly folder: string;
  readonly pgBouncer: PgBouncer;
  readonly account: Account;
  readonly certificates: Certificates;
  readonly serverPort: number;
  /** Whether it keeps prepared statements; a version that cannot must get false. */
  readonly keepsStatements: boolean;
}

export async function startPooler(options: PoolerOptions): Promise<Pooler> {
  const { name, folder, pgBouncer, account, certificates } = options;
  const port = await findFreePort();
  const users = join(folder, `${name}-users.txt`);
  const config = join(folder, `${name}.ini`);
  await writeFile(users, `"${serviceRole}" "${serviceRole}"\n`, { mode: 0o600 });
  await writeFile(config, describeConfig(options, { port, users }));
  for (const file of [users, config]) await chown(file, account.uid, account.gid);
  // PgBouncer refuses to run as root, and another user may not enter the cache of root.
  const program = join(folder, `${name}-program`);
  await copyFile(pgBouncer.program, program);
  const log = await open(join(folder, `${name}.log`), 'a');
  const child = spawn(program, [config], { ...account, stdio: ['ignore', log.fd, log.fd] });
  const ended = once(child, 'exit');
  const url = urlOf({ role: serviceRole, port, certificates, name: 'parley' });
  const pooler: Pooler = {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await log.close();
    },
  };
  try {
    await waitFor(`${name} accepts connections`, () => accepts(port), 30_000);
  } catch (error) {
    // No caller has the pooler yet, so nobody else can stop it.
    await pooler.stop();
    throw error;
  }
  return pooler;
}

/** Without a login: that would let the pooler open a session before the migration has set the defaults of the role. */
async function accepts(port: number): Promise<true> {
  const socket = connect(port, 'localhost');
  await once(socket, 'connect');
  socket.destroy();
  return true;
}

function describeConfig(
  { certificates, serverPort, keepsStatements, pgBouncer }: PoolerOptions,
  { port, users }: { port: number; users: string },
): string {
  return [
    '[databases]',
    `parley = host=localhost port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = localhost',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    ...(pgBouncer.keepsStatements ? [`max_prepared_statements = ${keepsStatements ? 200 : 0}`] : []),
    'default_pool_size = 20',
    // Several statements are larger than the default of 4 KB, and PgBouncer can stop reading from TLS in the middle of one
    // (https://github.com/pgbouncer/pgbouncer/issues/1530).
    'pkt_buf = 65536',
    // After a refused login PgBouncer waits for 15 s by default, which would prolong every restart of the server.
    'server_login_retry = 1',
    'max_client_conn = 500',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'client_tls_sslmode = require',
    `client_tls_cert_file = ${certificates.certificate}`,
    `client_tls_key_file = ${certificates.key}`,
    'server_tls_sslmode = verify-full',
    `server_tls_ca_file = ${certificates.authority}`,
    '',
  ].join('\n');
}
