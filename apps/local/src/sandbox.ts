import { findFreePort } from '@parley/database/local';
import { createGuardedFolder } from './sandbox/guard-folder.js';
import { readSandboxOptions } from './sandbox/read-sandbox-options.js';
import { explainFailure } from './start/explain-failure.js';
import { createLifecycle } from './start/lifecycle.js';
import { StartError } from './start/start-error.js';
import { startEverything } from './start/start-everything.js';

/**
 * The program of `@parley/sandbox`: the whole service on a database of its own, which is deleted at the end. It reports to
 * its parent over IPC, and ends with it.
 */
const lifecycle = createLifecycle(() => {});
// The reader of the output can be gone before the service has stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await lifecycle.run(runSandbox);
} catch (error) {
  const message = explainFailure(error);
  if (process.send) process.send({ kind: 'failed', message }, () => process.exit(1));
  else console.error(message);
  process.exitCode = 1;
}

async function runSandbox(): Promise<void> {
  // The parent ended while the modules were loaded, when nothing listened for that yet.
  if (process.connected === false) process.exit();
  const { port: wanted, seed } = readSandboxOptions(process.argv.slice(2));
  const port = await findFreePort(wanted);
  if (wanted !== undefined && port !== wanted)
    throw new StartError(`Port ${wanted} is taken. Choose another one, or none for any free port.`);
  const folder = await createGuardedFolder();
  lifecycle.started(folder.remove);
  const url = `http://127.0.0.1:${port}`;
  const service = await startEverything(lifecycle, {
    // Settings of the surrounding project are not those of its sandbox.
    environment: { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder.path },
    wantsDemo: seed === 'demo',
    postgres: { isDisposable: true },
    onPostgres: () => {},
  });
  const { createSandboxToken } = await import('./sandbox/create-sandbox-token.js');
  const token = await createSandboxToken(service, seed);
  process.send?.({ kind: 'ready', url, token, folder: folder.path });
}
