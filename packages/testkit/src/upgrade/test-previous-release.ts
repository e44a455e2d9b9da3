import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { run } from './check-out-release.js';
import type { CleanUp } from './clean-up.js';
import { readScript } from './release.js';

export interface TestOptions {
  /** The folder of this release. */
  readonly root: string;
  /** The folder of the previous release. */
  readonly checkout: string;
  readonly newestReleased: string;
  /** The tests to run; the default is the core of the suite. */
  readonly paths: readonly string[];
  readonly cleanUp: CleanUp;
}

/** The rules of the service and what the workers do with them, on a real PostgreSQL. */
const corePaths = ['packages/core/test', 'apps/worker/test'];

/** Tests whose failure says nothing about the new schema, with the reason. Look at them again with each release. */
const leftOut = [
  // They compare the whole schema with lists, which have only the tables of their own release.
  'core/test/contact-exports.test',
  'erasures/personal-columns',
  'handover/handover.test',
  // It inserts a send with a message that names no send, which the release itself never writes; the key of
  // 20261116091500_find_sends_by_their_messages refuses it.
  'messages/message-status.test',
  // It reads the first row of usage_counts, which had one; the release itself reads its row by its name.
  'core/test/count-usage.test',
  // It fails on the schema of its own release as well: WORKER_TASKS was not obeyed yet.
  'jobs/worker-tasks.test',
];

/**
 * Runs the tests of the previous release on the schema that its processes meet during a rollout: the migrations of this
 * release are applied, and its contract steps are not. Returns whether the tests passed.
 */
export async function testPreviousRelease(options: TestOptions): Promise<boolean> {
  const { checkout, paths, cleanUp } = options;
  cleanUp.add(() => restoreMigrations(checkout));
  await replaceMigrations(options);
  // The tests copy a database that the build has migrated.
  await run(checkout, ['npm', 'run', '--silent', 'build']);
  const line = (await readScript({ name: 'previous', folder: checkout }, 'test:jest')).replace(
    'exec ',
    'exec env ',
  );
  // The paths come first, because Jest reads every word after an option with several values as one of them.
  const args = [...(paths.length > 0 ? paths : corePaths), '--testPathIgnorePatterns', ...leftOut];
  const child = spawn('sh', ['-c', `${line} "$@"`, 'jest', ...args], { cwd: checkout, stdio: 'inherit' });
  const ended = once(child, 'exit');
  cleanUp.add(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  });
  const [code] = await ended;
  return code === 0;
}

async function restoreMigrations(checkout: string): Promise<void> {
  await run(checkout, ['git', 'checkout', '--quiet', '--', 'prisma/migrations']);
  await run(checkout, ['git', 'clean', '-fdq', 'prisma/migrations']);
}

async function replaceMigrations({ root, checkout, newestReleased }: TestOptions): Promise<void> {
  const folder = join('prisma', 'migrations');
  await rm(join(checkout, folder), { recursive: true });
  await cp(join(root, folder), join(checkout, folder), {
    recursive: true,
    filter: (source) => basename(source) !== 'contract.sql' || isReleased(source, newestReleased),
  });
}

function isReleased(contractFile: string, newestReleased: string): boolean {
  return basename(join(contractFile, '..')) <= newestReleased;
}
