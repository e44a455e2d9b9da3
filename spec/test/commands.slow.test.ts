import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { renderAcceptance } from '../scripts/accepted-changes.js';
import type { Change } from '../scripts/change.js';
import { specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy } from './copy-spec.js';
import { runScript } from './run-script.js';

allowForTools();

let copy: SpecCopy;
beforeEach(async () => {
  copy = await copySpec();
  await mkdir(join(copy.folder, 'dist'));
});

const read = (file: string): Promise<string> => readFile(join(copy.folder, file), 'utf8');

const operation = { operationId: 'getChat', responses: { '200': { description: 'A chat.' } } };
const documentOf = (version: Version, minor: number, paths: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Small', version: `${version.slice(1)}.${minor}.0` },
    'x-body-limit': 1000,
    paths,
  });
const writeBundles = async (minor: number, paths: object): Promise<void> => {
  for (const version of ['v3', 'v2'] as const)
    await writeFile(join(copy.folder, `dist/${version}.json`), documentOf(version, minor, paths));
};
const first = {
  '/chats': { get: operation },
  '/labels': { get: { ...operation, operationId: 'getLabel' } },
};
const second = { '/labels': first['/labels'] };
const lost: Change = {
  rule: 'operation-removed',
  location: 'GET /chats',
  sentence: 'Operation `getChat` was removed.',
  severity: 'breaking',
};

describe('compare', () => {
  it('lists the whole document as new if there was no release yet', async () => {
    await cp(join(specFolder, 'dist/v2.json'), join(copy.folder, 'dist/v2.json'));
    const { exitCode } = await runScript(copy, 'compare', 'v2');
    expect(exitCode).toBe(0);
    const { released, changes } = JSON.parse(await read('dist/v2.changes.json'));
    expect(released).toBeNull();
    expect(changes).toHaveLength(9);
    expect(changes).toContainEqual({
      rule: 'operation-added',
      location: 'POST /attributes',
      sentence: 'Operation `createAttribute` was added.',
      severity: 'addition',
    });
  });
});

describe('the gate', () => {
  it('exits with 0 without breaking changes, and writes the report', async () => {
    await writeBundles(0, first);
    await runScript(copy, 'release');
    const { exitCode, stderr } = await runScript(copy, 'gate');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    await expect(read('dist/report.md')).resolves.toContain('## v3: unchanged');
  });

  it('exits with 1 on a breaking change, and writes the report too', async () => {
    await writeBundles(0, first);
    await runScript(copy, 'release');
    await writeBundles(1, second);
    const { exitCode, stderr } = await runScript(copy, 'gate');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(renderAcceptance('v3', lost));
    await expect(read('dist/report.md')).resolves.toContain('## v3: 1 breaking change');
  });
});

describe('a release', () => {
  const accept = async (change: Change, reason: string): Promise<void> => {
    const entries = (['v3', 'v2'] as const).map((version) => renderAcceptance(version, change));
    const text = entries.join('\n').replaceAll('why partners are not affected', reason);
    const explained = await read('accepted-changes.yaml');
    await writeFile(join(copy.folder, 'accepted-changes.yaml'), explained.replace(/^\[\]$/m, text));
  };

  it('makes the bundles the base of later comparisons, with their hashes', async () => {
    await writeBundles(0, first);
    const { exitCode, stdout } = await runScript(copy, 'release');
    expect(stdout).toContain('commit spec/released and spec/accepted-changes.yaml');
    expect(exitCode).toBe(0);
    expect(JSON.parse(await read('released/v3.json')).paths).toEqual(first);
    expect(Object.keys(JSON.parse(await read('released/lock.json')))).toEqual([
      'v3.json',
      'v2.json',
      'history.json',
    ]);
  });

  it('judges the changes again, and releases nothing if one breaks', async () => {
    await writeBundles(0, first);
    await runScript(copy, 'release');
    await writeBundles(1, second);
    const { exitCode, stderr } = await runScript(copy, 'release');
    expect(stderr).toContain('operation-removed GET /chats');
    expect(exitCode).toBe(1);
    expect(JSON.parse(await read('released/v3.json')).paths).toEqual(first);
  });

  it('keeps accepted changes with their reasons in the history, and clears the acceptances', async () => {
    const explained = await read('accepted-changes.yaml');
    await writeBundles(0, first);
    await runScript(copy, 'release');
    await writeBundles(1, second);
    await accept(lost, 'Nobody called it.');
    const { exitCode, stderr } = await runScript(copy, 'release');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const [newest] = JSON.parse(await read('released/history.json'));
    expect(newest).toMatchObject({
      version: 'v3',
      released: '3.0.0',
      current: '3.1.0',
      changes: [{ ...lost, acceptedFor: 'Nobody called it.' }],
      added: [],
      removed: ['GET /chats'],
      releasedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    await expect(read('accepted-changes.yaml')).resolves.toBe(explained);
  });

  it('removes an acceptance that matches no change, such as one for an operation that was never released', async () => {
    const explained = await read('accepted-changes.yaml');
    await writeBundles(0, first);
    await accept(lost, 'It was never released.');
    const { exitCode, stderr } = await runScript(copy, 'release');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    await expect(read('accepted-changes.yaml')).resolves.toBe(explained);
  });

  it('does nothing if the contract has not changed', async () => {
    await writeBundles(0, first);
    await runScript(copy, 'release');
    const history = await read('released/history.json');
    const { exitCode, stdout } = await runScript(copy, 'release');
    expect(stdout).toContain('there is nothing to release');
    expect(exitCode).toBe(0);
    await expect(read('released/history.json')).resolves.toBe(history);
  });

  it.each([
    [
      'an edited file',
      (folder: string) => writeFile(join(folder, 'v3.json'), '{}'),
      'spec/released/v3.json was not',
    ],
    ['a missing file', (folder: string) => rm(join(folder, 'v3.json')), 'spec/released/v3.json is missing'],
    [
      'a missing lock',
      (folder: string) => rm(join(folder, 'lock.json')),
      'spec/released/lock.json is missing',
    ],
  ])('cannot be bypassed by %s', async (_, change, message) => {
    await writeBundles(0, first);
    await runScript(copy, 'release');
    await change(join(copy.folder, 'released'));
    const { exitCode, stderr } = await runScript(copy, 'compare', 'v3');
    expect(stderr).toContain(message);
    expect(stderr).toContain('Restore spec/released from Git');
    expect(exitCode).toBe(1);
  });

  it('cannot be bypassed by an edited history', async () => {
    await writeBundles(0, first);
    await runScript(copy, 'release');
    await writeFile(join(copy.folder, 'released/history.json'), '[]');
    const { exitCode, stderr } = await runScript(copy, 'gate');
    expect(stderr).toContain('spec/released/history.json was not written by a release.');
    expect(exitCode).toBe(1);
  });
});
