import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Puts a commit into a worktree of its own, with its packages, and builds it. */
export async function checkOutRelease(
  root: string,
  { commit, folder, tell }: { commit: string; folder: string; tell: (line: string) => void },
): Promise<void> {
  await run(root, ['git', 'worktree', 'add', '--quiet', '--detach', folder, commit]);
  if (await hasSamePackages(root, folder)) {
    tell('its packages are those of this release; linking them');
    await linkPackages(root, folder);
  } else {
    tell('its packages differ from those of this release; installing them');
    await run(folder, ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']);
  }
  tell('building it');
  await run(folder, ['npm', 'run', '--silent', 'build']);
}

export async function removeCheckout(root: string, folder: string): Promise<void> {
  await run(root, ['git', 'worktree', 'remove', '--force', folder]).catch(() => undefined);
  // A worktree that was not complete is removed with its folder.
  await rm(folder, { recursive: true, force: true });
  await run(root, ['git', 'worktree', 'prune']);
}

async function hasSamePackages(root: string, folder: string): Promise<boolean> {
  const [ours, theirs] = await Promise.all(
    [root, folder].map((each) => readFile(join(each, 'package-lock.json'), 'utf8')),
  );
  return ours === theirs;
}

/** The links to the workspaces are relative, so they lead to those of the worktree. */
async function linkPackages(root: string, folder: string): Promise<void> {
  const command = `find . -name node_modules -type d -prune -not -path './.*' | while read -r each; do
    if [ -d "$0/$(dirname "$each")" ]; then cp -al "$each" "$0/$each" 2>/dev/null || cp -a "$each" "$0/$each"; fi
  done`;
  await run(root, ['sh', '-c', command, folder]);
}

/** Runs a command to its end; an error has what the command printed. */
export async function run(cwd: string, [program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0)
    throw new Error(
      `${program} ${args.join(' ')} ended with ${code}:\n${`${stdout}${stderr}`.slice(-4_000)}`,
    );
}
