import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './start-server.js';

const help = `npm run test:postgres -- <PostgreSQL> [paths and options of Jest]

Runs tests on a PostgreSQL other than the one that npm installs. It starts a server for this run only, with the default
settings of PostgreSQL.

  <PostgreSQL>     a version that Debian installs, such as 15, or the folder of initdb and postgres
  --help           prints this text

Example: npm run test:postgres -- 15 packages/core packages/database apps/worker`;

const [name, ...rest] = process.argv.slice(2);
if (name === '--help') console.log(help);
else if (name === undefined) fail(help);
else process.exitCode = await main(findBinaries(name), rest);

async function main(folder: string, args: readonly string[]): Promise<number> {
  const server = await startServer(folder);
  try {
    console.log(`Tests run on PostgreSQL ${server.version}.`);
    const tests = spawn('npm', ['run', '--silent', 'test:jest', '--', ...args], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    });
    // The terminal sends the signal to the tests as well. The server is stopped after the tests.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
    const [code] = await once(tests, 'exit');
    return code ?? 1;
  } finally {
    await server.stop();
  }
}

function findBinaries(text: string): string {
  const folder = /^\d+$/.test(text) ? `/usr/lib/postgresql/${text}/bin` : text;
  if (!existsSync(join(folder, 'initdb'))) fail(`${folder} has no initdb. Install postgresql-${text}.`);
  return folder;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
