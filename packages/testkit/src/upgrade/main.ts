import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readNewestReleased } from '@parley/database';
import { checkOutRelease, removeCheckout } from './check-out-release.js';
import { CleanUp } from './clean-up.js';
import { findPreviousRelease } from './find-previous-release.js';
import { testPreviousRelease } from './test-previous-release.js';
import { tryUpgrade } from './try-upgrade.js';

const help = `npm run test:upgrade -- [options] [-- paths of tests]

Builds the previous release beside this one, runs two APIs and two workers of it under load, and upgrades them while the
load goes on: it migrates the database, replaces one process after another behind a load balancer that asks /readyz, and
removes what only the previous release used. Then it takes a backup, sends more, restores the backup and starts the
workers again. It checks that:

- no request failed,
- no acknowledged write and no event was lost, and no message was sent twice,
- workers pause by themselves on the restored database, and send the rest after npm run worker -- resume.

The program uses loopback only, except for the packages of the previous release if they differ from those of this one. It
removes everything that it creates, and exits with 1 if a guarantee was violated.

  --from <ref>        the previous release; the default is the newest tag v* or @parley/*, or else the last commit with the
                      migrations that prisma/migrations/previous-release.json names
  --checkout <folder> uses this folder, in which the previous release is installed and built already
  --tests             runs the tests of the previous release on the schema of this one instead
  --pause <ms>        how long the load goes on between two steps; 5000 by default
  --help              prints this text`;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    checkout: { type: 'string' },
    tests: { type: 'boolean' },
    pause: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(help);
else process.exitCode = await main();

async function main(): Promise<number> {
  const named = await readNewestReleased();
  const previous = await findPreviousRelease(root, { from: values.from, newestReleased: named });
  const { ref, commit, reason, newestMigration: newestReleased } = previous;
  console.log(`previous release: ${ref} (${commit.slice(0, 8)}), ${reason}`);
  if (values.from === undefined && newestReleased !== named)
    console.log(
      `prisma/migrations/previous-release.json names ${named}, but the release has ${newestReleased}. Run: npm run release:previous`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'parley-upgrade-'));
  const cleanUp = new CleanUp();
  let isPassed = false;
  cleanUp.add(() => removeFiles(folder, isPassed));
  try {
    const checkout = await findCheckout(join(folder, 'previous'), { commit, cleanUp });
    isPassed = values.tests
      ? await testPreviousRelease({ root, checkout, newestReleased, paths: positionals, cleanUp })
      : await tryUpgrade({ root, checkout, folder, pauseMs: readPause(), tell: console.log, cleanUp });
  } finally {
    await cleanUp.run();
  }
  return isPassed ? 0 : 1;
}

async function findCheckout(
  folder: string,
  { commit, cleanUp }: { commit: string; cleanUp: CleanUp },
): Promise<string> {
  if (values.checkout !== undefined) return resolve(values.checkout);
  cleanUp.add(() => removeCheckout(root, folder));
  await checkOutRelease(root, { commit, folder, tell: console.log });
  return folder;
}

/** The logs of a run that failed are kept. */
async function removeFiles(folder: string, isPassed: boolean): Promise<void> {
  const names = await readdir(folder);
  const removed = isPassed || !names.includes('logs') ? [''] : names.filter((name) => name !== 'logs');
  for (const name of removed) await rm(join(folder, name), { recursive: true, force: true });
  if (removed[0] !== '') console.log(`the logs of the processes: ${join(folder, 'logs')}`);
}

function readPause(): number {
  const value = Number(values.pause ?? '5000');
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--pause: "${values.pause}" is not a whole number of at least 0.`);
}
