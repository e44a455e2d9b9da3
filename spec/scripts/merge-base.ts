import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AcceptedChange, parseAcceptedChanges } from './accepted-changes.js';
import { bundleDocument } from './bundle-document.js';
import { type ContractDocument, readDocument } from './read-document.js';
import { specFolder } from './redocly.js';
import type { Version } from './versions.js';

/** The commit that this work started from, and its documents. */
export interface MergeBase {
  /** The short name of the commit. */
  readonly commit: string;
  readDocument(version: Version): Promise<ContractDocument>;
  /** The breaking changes that were accepted there. */
  readAccepted(): AcceptedChange[];
}

/**
 * The commit where this branch left the main branch, which `CONTRACT_BASE` can replace; undefined without a Git history.
 * On the main branch it is the last commit, so that work that is not committed yet is compared.
 */
export function findMergeBase(folder = specFolder): MergeBase | undefined {
  const git = createGit(folder);
  const named = process.env.CONTRACT_BASE;
  const candidates = named ? [named] : ['origin/main', 'main', 'HEAD'];
  const commit = candidates
    .map((name) => git('merge-base', 'HEAD', name))
    .find((found) => found !== undefined);
  if (commit === undefined || git('cat-file', '-e', `${commit}:./package.json`) === undefined)
    return undefined;
  return {
    commit: git('rev-parse', '--short', commit) ?? commit,
    readDocument: (version) => readBundleOf(commit, version, { folder, git }),
    readAccepted: () => parseAcceptedChanges(git('show', `${commit}:./accepted-changes.yaml`) ?? '[]'),
  };
}

type Git = (...args: string[]) => string | undefined;

/** Runs Git in a folder; undefined if the command fails. */
function createGit(folder: string): Git {
  return (...args) => {
    try {
      return execFileSync('git', args, {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return undefined;
    }
  };
}

/** The parts of the folder that a bundle is made of. */
const sources = (version: Version): string[] => [
  version,
  'shared',
  'decorators',
  'rules',
  'redocly.bundle.yaml',
];

async function readBundleOf(
  commit: string,
  version: Version,
  { folder, git }: { readonly folder: string; readonly git: Git },
): Promise<ContractDocument> {
  // Nothing that the bundle is made of has changed: the current bundle is also that of the commit.
  if (git('diff', '--quiet', commit, '--', ...sources(version)) !== undefined)
    return readDocument(join(folder, `dist/${version}.json`));
  const kept = join(folder, 'dist/merge-base', `${commit}.${version}.json`);
  if (!existsSync(kept)) await bundleCommit(commit, version, { folder, kept });
  return readDocument(kept);
}

/** Bundles the files of a commit with the decorators of that commit, in a folder of its own. */
async function bundleCommit(
  commit: string,
  version: Version,
  { folder, kept }: { readonly folder: string; readonly kept: string },
): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'parley-merge-base-'));
  try {
    const archive = execFileSync('git', ['archive', commit, '.'], {
      cwd: folder,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync('tar', ['-x', '-C', copy], { input: archive });
    await symlink(join(specFolder, '../node_modules'), join(copy, 'node_modules'));
    await bundleDocument(version, copy);
    await mkdir(join(folder, 'dist/merge-base'), { recursive: true });
    await cp(join(copy, `dist/${version}.json`), kept);
  } finally {
    await rm(copy, { recursive: true });
  }
}
