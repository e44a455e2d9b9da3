import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, findLauncher, launch, runToEnd } from '@parley/database/local';
import pg from 'pg';
import { chooseParent } from '../database/choose-parent.js';

export interface StartedServer {
  readonly url: string;
  /** The version of the server, such as "15.19". */
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Starts an empty server with the binaries in a folder. It has the default settings, except that it accepts more
 * connections and does not wait for the disk.
 */
export async function startServer(binFolder: string): Promise<StartedServer> {
  const binaries = { initdb: join(binFolder, 'initdb'), postgres: join(binFolder, 'postgres') };
  const parent = await mkdtemp(join(await chooseParent(), 'parley-postgres-'));
  const folder = join(parent, 'data');
  const launcher = await findLauncher(binaries, parent);
  const initdb = [binaries.initdb, `--pgdata=${folder}`, '--username=parley', '--auth=trust', ...locale];
  await runToEnd(launcher, initdb);
  const port = await findFreePort(undefined);
  const options = Object.entries({ ...settings, port }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const server = launch(launcher, [binaries.postgres, '-D', folder, ...options], {
    cwd: '/',
    // Ctrl-C in the terminal reaches only the tests.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exited = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGINT');
    await exited;
    await rm(parent, { recursive: true, force: true });
  };
  const url = `postgresql://parley@127.0.0.1:${port}/postgres`;
  try {
    return { url, version: await waitForVersion(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

async function waitForVersion(url: string): Promise<string> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(
        `select split_part(current_setting('server_version'), ' ', 1) as version`,
      );
      return rows[0]?.version ?? 'unknown';
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(50);
    } finally {
      await client.end();
    }
  }
}
