import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy } from './copy-spec.js';
import { runScript } from './run-script.js';

allowForTools();

let copy: SpecCopy;
const git = (...args: string[]): void => {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...author, ...args], { cwd: copy.folder });
};
const pathOf = (file: string): string => join(copy.folder, file);
const operation = (operationId: string): object => ({
  get: { operationId, responses: { 200: { description: 'Planted.' } } },
});
const writeBundles = async (minor: number, paths: object): Promise<void> => {
  for (const version of ['v3', 'v2']) {
    const info = { title: 'Small', version: `${version.slice(1)}.${minor}.0` };
    const document = { openapi: '3.1.0', info, 'x-body-limit': 1000, paths };
    await writeFile(pathOf(`dist/${version}.json`), JSON.stringify(document));
  }
};

/** A repository with a released contract, and a release that is not committed yet. */
beforeAll(async () => {
  copy = await copySpec();
  await mkdir(pathOf('dist'));
  await writeFile(pathOf('.gitignore'), 'dist\nnode_modules\n');
  git('init', '-q', '-b', 'main');
  await writeBundles(0, { '/chats': operation('getChat') });
  await runScript(copy, 'release');
  git('add', '.');
  git('commit', '-qm', 'the release');
  await writeBundles(1, { '/chats': operation('getChat'), '/labels': operation('getLabel') });
  await runScript(copy, 'release');
});

/** The history decides what the changelog shows, and whoever edits it can compute its hash again. */
it('the gate follows the history of a release to the current documents', async () => {
  const passed = await runScript(copy, 'gate');
  expect({ ...passed, stdout: '' }).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const history = JSON.parse(await readFile(pathOf('released/history.json'), 'utf8'));
  history[0].added = [];
  await writeHistory(history);
  const { exitCode, stderr } = await runScript(copy, 'gate');
  expect(stderr).toContain('No release adds GET /labels.');
  expect(exitCode).toBe(1);
});

async function writeHistory(history: unknown): Promise<void> {
  const text = `${JSON.stringify(history, null, 2)}\n`;
  const lock = JSON.parse(await readFile(pathOf('released/lock.json'), 'utf8'));
  lock['history.json'] = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  await writeFile(pathOf('released/history.json'), text);
  await writeFile(pathOf('released/lock.json'), JSON.stringify(lock));
}
