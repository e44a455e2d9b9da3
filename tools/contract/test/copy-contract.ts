import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { hashFile, hashSources, readSources } from '../../../spec/scripts/keep/hash-sources.js';
import type { Version } from '../../../spec/scripts/versions.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

export interface ContractCopy {
  readonly folder: string;
  /** Replaces a text that occurs in a file of the copy. */
  edit(file: string, before: string, after: string): Promise<void>;
  /** Keeps of a version what an earlier run without problems would have kept. `npm test` has bundled it. */
  keep(version: Version): Promise<void>;
  /** Runs a program of `tools/contract` as npm does. */
  run(
    program: string,
  ): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;
}

/**
 * Creates a copy of the contract with its release, its checks and its generator, which a test can edit. It has one commit, the contract
 * as it is.
 */
export async function copyContract(): Promise<ContractCopy> {
  const folder = makeTestFolder('contract');
  await mkdir(join(folder, 'spec/dist'), { recursive: true });
  for (const part of copied) await cp(join(repository, part), join(folder, part), { recursive: true });
  // The tests that name the operations are only read.
  await symlink(join(repository, 'apps'), join(folder, 'apps'));
  await linkPackages(folder);
  commit(join(folder, 'spec'));
  return {
    folder,
    async edit(file, before, after) {
      const text = await readFile(join(folder, file), 'utf8');
      // A test whose edit changes nothing would pass for the wrong reason.
      if (!text.includes(before)) throw new Error(`${file} does not have: ${before}`);
      await writeFile(join(folder, file), text.replace(before, after));
    },
    async keep(version) {
      const spec = join(folder, 'spec');
      const exact = hashSources(readSources(version, spec));
      const bundle = join(spec, `dist/${version}.json`);
      await cp(join(repository, `spec/dist/${version}.json`), bundle);
      await mkdir(join(spec, '.turbo'), { recursive: true });
      await writeFile(join(spec, `.turbo/lint-${version}.json`), JSON.stringify({ exact }));
      const bundled = { exact, bundle: hashFile(bundle) };
      await writeFile(join(spec, `.turbo/bundle-${version}.json`), JSON.stringify(bundled));
    },
    run: (program) =>
      new Promise((resolve) => {
        const flags = ['--no-opt', '--single-threaded-gc', '--max-semi-space-size=64'];
        const args = [...flags, join(folder, 'tools/contract', program)];
        // The copy has no commit that a workflow could name.
        const options = { cwd: folder, env: { ...process.env, CONTRACT_BASE: '' } };
        execFile(process.execPath, args, options, (error, stdout, stderr) =>
          resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
        );
      }),
  };
}

const copied = [
  ...['generator', 'src', 'package.json'].map((part) => `packages/contract/${part}`),
  ...['package-lock.json', 'tsconfig.base.json', 'tools/contract', 'tools/imports', 'tools/tests'],
  ...['v3', 'v2', 'shared', 'rules', 'decorators', 'scripts', 'released', 'workflows', 'package.json'].map(
    (part) => `spec/${part}`,
  ),
  ...['redocly.yaml', 'redocly.bundle.yaml', 'redocly.diff.yaml'].map((part) => `spec/${part}`),
  ...['accepted-changes.yaml', 'accepted-changes.schema.json'].map((part) => `spec/${part}`),
];

/** Links the installed packages; our own contract is that of the copy. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@parley'), { recursive: true });
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (name === '@parley') continue;
    await symlink(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await symlink(join(folder, 'spec'), join(folder, 'node_modules/@parley/spec'));
}

function commit(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'the contract');
}
