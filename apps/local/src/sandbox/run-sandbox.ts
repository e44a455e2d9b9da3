import { findFreePort } from '@parley/database/local';
import type { Lifecycle } from '../start/lifecycle.js';
import { StartError } from '../start/start-error.js';
import { startEverything } from '../start/start-everything.js';
import type { GuardedFolder } from './guard-folder.js';
import { readSandboxOptions } from './read-sandbox-options.js';

export interface SandboxCall {
  readonly lifecycle: Pick<Lifecycle, 'started'>;
  /** Creates the folder for all data of the sandbox. */
  readonly createFolder: () => Promise<GuardedFolder>;
  /** Further settings. Default is none: settings of the surrounding project are not those of its sandbox. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the whole service on a database of its own, unless `DATABASE_URL` is set. Returns the message to `@parley/sandbox`. */
export async function runSandbox(
  args: readonly string[],
  { lifecycle, createFolder, environment }: SandboxCall,
) {
  const { port: wanted, seed } = readSandboxOptions(args);
  const port = await findFreePort(wanted);
  if (wanted !== undefined && port !== wanted)
    throw new StartError(`Port ${wanted} is taken. Choose another one, or none for any free port.`);
  const folder = await createFolder();
  lifecycle.started(folder.remove);
  const url = `http://127.0.0.1:${port}`;
  const own = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder.path };
  const service = await startEverything(lifecycle, {
    environment: { ...environment, ...own },
    wantsDemo: seed === 'demo',
    postgres: { isDisposable: true },
    onPostgres: () => {},
  });
  const { createSandboxToken } = await import('./create-sandbox-token.js');
  const token = await createSandboxToken(service, seed);
  return { kind: 'ready', url, token, folder: folder.path };
}
