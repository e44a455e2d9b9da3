import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { runTool } from './run-tool.js';

/** Says why nothing can be installed here; undefined where it can. */
export function findObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'it installs packages with apt, which needs root';
  return existsSync('/usr/bin/apt-get') ? undefined : 'it needs a Debian or Ubuntu with apt';
}

/** Installs the packages that are missing. They stay installed, but none of their services is started. */
export async function installPackages(names: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const name of names) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await withoutServices(async () => {
    await runTool('apt-get', ['update', '-q'], { env });
    await runTool('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...missing], { env });
  });
}

async function isInstalled(name: string): Promise<boolean> {
  const status = await runTool('dpkg-query', ['-s', name]).catch(() => '');
  return status.includes('\nStatus: install ok installed\n');
}

/** The scripts of packages ask this program before they start a service; 101 forbids it. */
const policy = '/usr/sbin/policy-rc.d';

async function withoutServices(install: () => Promise<void>): Promise<void> {
  // The machine has a policy of its own.
  if (existsSync(policy)) return install();
  await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await install();
  } finally {
    await rm(policy, { force: true });
  }
}
