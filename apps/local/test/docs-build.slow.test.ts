import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { waitUntil } from '@parley/testkit/wait-until';
import { endIfAlive, isAlive } from './support/run-service.js';
import { createRepository } from './support/small-repository.js';

jest.setTimeout(120_000);
buildPrograms();

const folder = makeTestFolder('docs-build');
/** The processes that a test starts, which are ended with it in any case. */
const started: number[] = [];

afterEach(() => {
  for (const pid of started.splice(0)) endIfAlive(pid, 'SIGKILL');
});

/** Starts a process that builds the documentation in the background, as the service does, and prints every state. */
async function startBuilding(name: string, build: string) {
  const root = await createRepository(join(folder, name), { local: 'true', docs: build });
  const program = `
    import { createDocsBuilder } from ${JSON.stringify(join(root, 'apps/local/src/docs/build-docs.js'))};
    const builder = createDocsBuilder(({ state, revision }) => console.log(state, revision));
    process.on('SIGUSR2', async () => { console.log('interrupted', await builder.interrupt()); builder.build(); });
    process.on('SIGTERM', async () => { await builder.stop(); process.exit(); });
    builder.build();
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  if (child.pid !== undefined) started.push(child.pid);
  const seen = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    seen.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    seen.stderr += chunk;
  });
  /** Whether a second state has followed the first, or none can follow. */
  const isOver = () => /\n.+\n/.test(seen.stdout) || child.exitCode !== null;
  return { child, seen, root, isOver };
}

describe('the documentation built in the background', () => {
  it('reports when it is built', async () => {
    const { seen, isOver } = await startBuilding('sound', 'true');
    await waitUntil(isOver);
    expect(seen).toEqual({ stdout: 'building 0\nbuilt 1\n', stderr: '' });
  });

  it('prints one line if it fails, and the process continues', async () => {
    const { child, seen, isOver } = await startBuilding('broken', 'echo noise; exit 1');
    await waitUntil(isOver);
    expect(seen).toEqual({
      stdout: 'building 0\nfailed 1\n',
      stderr:
        '  The documentation could not be built; the service continues without it. npm run site shows why.\n',
    });
    expect(child.exitCode).toBeNull();
  });

  it('is interrupted, and built when it is wanted again', async () => {
    const once = `node -e "const fs = require('fs'); if (fs.existsSync('pid')) process.exit(); fs.writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"`;
    const { child, root, seen } = await startBuilding('interrupted', once);
    const readPid = () => readFile(join(root, 'apps/docs/pid'), 'utf8').then(Number, () => 0);
    await waitUntil(async () => (await readPid()) > 0);
    const pid = await readPid();
    started.push(pid);
    child.kill('SIGUSR2');
    await waitUntil(() => seen.stdout.includes('built') || child.exitCode !== null);
    expect(seen).toEqual({ stdout: 'building 0\ninterrupted true\nbuilding 0\nbuilt 1\n', stderr: '' });
    await waitUntil(() => !isAlive(pid));
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends with its service on %s', async (signal) => {
    const endless = `node -e "require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"`;
    const { child, root, seen } = await startBuilding(signal, endless);
    const readPid = () => readFile(join(root, 'apps/docs/pid'), 'utf8').then(Number, () => 0);
    await waitUntil(async () => (await readPid()) > 0);
    const pid = await readPid();
    started.push(pid);
    child.kill(signal);
    await once(child, 'exit');
    await waitUntil(() => !isAlive(pid));
    expect(seen.stderr).toBe('');
  });
});
