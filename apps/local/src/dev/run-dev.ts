import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { watchSources } from './watch-sources.js';

const start = fileURLToPath(new URL('../start.js', import.meta.url));

/** Runs the service and, when a source or the contract changes, builds what changed and starts it again. */
export async function runDev(): Promise<void> {
  let service = startService();
  let isEnding = false;
  // The terminal and npm signal the service too; we leave when it has.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      isEnding = true;
      service.kill(signal);
      await ended(service);
      process.exit(0);
    });
  }
  for await (const path of watchSources()) {
    if (isEnding) return;
    console.log(`\n${path} changed`);
    // A build that fails says why, and the service of before goes on.
    if (!(await build())) continue;
    service.kill('SIGTERM');
    await ended(service);
    service = startService();
  }
}

/** The channel tells the service when we are gone, however we went. */
function startService(): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', start, ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Silent when it succeeds. */
async function build(): Promise<boolean> {
  const npm = spawn('npm run --silent build', { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(npm.stdout), once(npm, 'exit')]);
  if (code !== 0) console.error(output);
  return code === 0;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
