import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AcceptedChange, parseAcceptedChanges } from './accepted-changes.js';
import { bundleDocument } from './bundle-document.js';
import { ContractError } from './contract-error.js';
import { createGit, type Git } from './git.js';
import { hash, hashFile } from './keep/hash-sources.js';
import { type ContractDocument, readDocument } from './read-document.js';
import { redoclyManifest, specFolder, typescriptPlugins } from './redocly.js';
import type { Version } from './versions.js';

/** The commit that this work started from, and its documents. */
export interface MergeBase {
  /** The short name of the commit. */
  readonly commit: string;
  /** The document of a version; null if the commit does not have that version. */
  readDocument(version: Version): Promise<ContractDocument | null>;
  /** The breaking changes that were accepted there. */
  readAccepted(): AcceptedChange[];
  /** The text of a file, relative to the folder and without space around it; undefined if the commit does not have the file. */
  readText(file: string): string | undefined;
}

/** Why there is no commit to compare with. */
export type NoMergeBase = 'no history' | 'shallow clone';

interface Surroundings {
  /** The name of the commit to compare with, instead of the start of the branch. */
  readonly named?: string | undefined;
  /** Whether a workflow runs this. Nobody reads there that a comparison was left out, so it must not be. */
  readonly isWorkflow?: boolean;
}

/**
 * The commit where this branch left the main branch, which `CONTRACT_BASE` can replace. On the main branch it is the last
 * commit, so that work that is not committed yet is compared.
 */
export function findMergeBase(
  folder = specFolder,
  {
    named = process.env.CONTRACT_BASE,
    isWorkflow = process.env.GITHUB_ACTIONS === 'true',
  }: Surroundings = {},
): MergeBase | NoMergeBase {
  const git = createGit(folder);
  const commit = named && !isNothing.test(named) ? findNamed(named, git) : findStart(git);
  if (commit === 'shallow clone' && isWorkflow) throw new ContractError(shallowWorkflow);
  if (commit === 'shallow clone') return commit;
  if (commit === undefined || git('cat-file', '-e', `${commit}:./package.json`) === undefined)
    return 'no history';
  const readText = (file: string): string | undefined => git('show', `${commit}:./${file}`);
  return {
    commit: git('rev-parse', '--short', commit) ?? commit,
    readDocument: (version) => readBundleOf(commit, version, { folder, git }),
    readAccepted: () => parseAcceptedChanges(readText('accepted-changes.yaml') ?? '[]'),
    readText,
  };
}

/** What GitHub names as the commit before the first push of a branch. */
const isNothing = /^0+$/;

const shallowWorkflow =
  'The clone is shallow, so the contract cannot be compared with the commit that the change started from. Check out with `fetch-depth: 0`, and set CONTRACT_BASE.';

/** A base that was named and is missing must not pass for a branch without changes. */
function findNamed(named: string, git: Git): string {
  const commit = git('merge-base', 'HEAD', named);
  if (commit !== undefined) return commit;
  throw new ContractError(
    `CONTRACT_BASE names ${named}, and this clone has no commit that it shares with HEAD. Fetch it with its history.`,
  );
}

/** The last commit of a shallow clone may belong to the branch, so it cannot stand for the start of the branch. */
function findStart(git: Git): string | undefined {
  const found = ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name)).find(Boolean);
  if (found !== undefined) return found;
  const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
  return isShallow ? 'shallow clone' : git('rev-parse', 'HEAD');
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
): Promise<ContractDocument | null> {
  if (git('cat-file', '-e', `${commit}:./${version}/openapi.yaml`) === undefined) return null;
  // Nothing that the bundle is made of has changed: the current bundle is also that of the commit.
  if (git('diff', '--quiet', commit, '--', ...sources(version)) !== undefined)
    return readDocument(join(folder, `dist/${version}.json`));
  const kept = join(folder, 'dist/merge-base', `${commit}.${hashBundler()}.${version}.json`);
  if (!existsSync(kept)) await bundleCommit(commit, version, { folder, kept });
  return readDocument(kept);
}

/**
 * The commit is bundled as the current files are: by the scripts and the Redocly of today. A bundle that others have made is
 * not comparable, because they may write the same contract in another way.
 */
function hashBundler(): string {
  const scripts = ['scripts/bundle-document.ts', 'scripts/redocly.ts'].map((file) => join(specFolder, file));
  return hash([...scripts, redoclyManifest].map(hashFile).join('\n')).slice(0, 12);
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
    await bundleDocument(version, copy, (await namesTypescript(copy)) ? typescriptPlugins : []);
    await mkdir(join(folder, 'dist/merge-base'), { recursive: true });
    // Another run may read the file at the same time, so it appears only when it is complete.
    const partial = `${kept}.${process.pid}`;
    await cp(join(copy, `dist/${version}.json`), partial);
    await rename(partial, kept);
  } finally {
    await rm(copy, { recursive: true });
  }
}

/** Older commits name a plugin that is TypeScript, which Redocly does not load by itself. */
async function namesTypescript(folder: string): Promise<boolean> {
  const configuration = await readFile(join(folder, 'redocly.bundle.yaml'), 'utf8');
  return /^\s+- .+\.ts$/m.test(configuration);
}
