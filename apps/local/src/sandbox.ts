import { createGuardedFolder } from './sandbox/guard-folder.js';
import { runSandbox } from './sandbox/run-sandbox.js';
import { explainFailure } from './start/explain-failure.js';
import { createLifecycle } from './start/lifecycle.js';

/**
 * The program of `@parley/sandbox`: the whole service on a database of its own, which is deleted at the end. It reports to
 * its parent over IPC, and ends with it.
 */
const lifecycle = createLifecycle(() => {});
// The reader of the output can be gone before the service has stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await lifecycle.run(async () => {
    // The parent ended while the modules were loaded, when nothing listened for that yet.
    if (process.connected === false) process.exit();
    const call = { lifecycle, createFolder: createGuardedFolder };
    process.send?.(await runSandbox(process.argv.slice(2), call));
  });
} catch (error) {
  const message = explainFailure(error);
  if (process.send) process.send({ kind: 'failed', message }, () => process.exit(1));
  else console.error(message);
  process.exitCode = 1;
}
