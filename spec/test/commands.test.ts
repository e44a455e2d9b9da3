import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { renderAcceptance } from '../scripts/accepted-changes.js';
import type { Change } from '../scripts/change.js';
import { specFolder } from '../scripts/redocly.js';
import type { Version } from '../scripts/versions.js';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy } from './copy-spec.js';
import { runScript } from './run-script.js';

allowForTools();

const removed: Change = {
  rule: 'operation-removed',
  location: 'GET /chats/{chatId}',
  sentence: 'Operation `GET /chats/{chatId}` was removed.',
  severity: 'breaking',
};

let copy: SpecCopy;
beforeEach(async () => {
  copy = await copySpec();
  await mkdir(join(copy.folder, 'dist'));
});
afterEach(() => copy.remove());

const read = (file: string): Promise<string> => readFile(join(copy.folder, file), 'utf8');

describe('lint', () => {
  it('exits with 0 if the contract follows every rule', async () => {
    const { exitCode, stdout } = await runScript(copy, 'lint', 'v2');
    expect(stdout).toBe('v2: the contract follows every rule.\n');
    expect(exitCode).toBe(0);
  });

  it('exits with 1 on a warning and on an unused file, and names both', async () => {
    await copy.edit('redocly.yaml', ({ rules }) => {
      rules['operation-summary'] = 'warn';
    });
    await copy.edit('v2/paths/attributes.yaml', ({ get }) => delete get.summary);
    await writeFile(join(copy.folder, 'v2/components/schemas/Forgotten.yaml'), 'type: string\n');
    await writeFile(join(copy.folder, 'v2/paths/attributes@{attributeId}@usage.yaml'), 'get: {}\n');
    const { exitCode, stderr } = await runScript(copy, 'lint', 'v2');
    expect(stderr).toContain('(operation-summary)');
    expect(stderr).toContain(
      'v2/components/schemas/Forgotten.yaml\n  No file refers to this file. Refer to it, or',
    );
    expect(stderr).toContain(
      "Add `/attributes/{attributeId}/usage: { $ref: 'paths/attributes@{attributeId}@usage.yaml' }` to `paths` of v2/openapi.yaml.",
    );
    expect(stderr).toContain('v2: 3 problems in the contract.');
    expect(exitCode).toBe(1);
  });

  it('refuses a version that does not exist', async () => {
    const { exitCode, stderr } = await runScript(copy, 'lint', 'v4');
    expect(stderr).toContain('No API version "v4": the versions are v3, v2.');
    expect(exitCode).toBe(1);
  });
});

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
    await writeChanges({ v3: [], v2: [] });
    const { exitCode, stderr } = await runScript(copy, 'gate');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    await expect(read('dist/report.md')).resolves.toContain('## v3: unchanged');
  });

  it('exits with 1 on a breaking change, and writes the report too', async () => {
    await writeChanges({ v3: [removed], v2: [] });
    const { exitCode, stderr } = await runScript(copy, 'gate');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(renderAcceptance('v3', removed));
    await expect(read('dist/report.md')).resolves.toContain('## v3: 1 breaking change');
  });
});

describe('a release', () => {
  it('makes the bundles the base of later comparisons and clears the acceptances', async () => {
    for (const version of ['v3', 'v2'])
      await writeFile(join(copy.folder, `dist/${version}.json`), `{"openapi":"3.1.0","of":"${version}"}`);
    await writeChanges({ v3: [removed], v2: [] });
    const explained = await read('accepted-changes.yaml');
    const entry = renderAcceptance('v3', removed);
    await writeFile(join(copy.folder, 'accepted-changes.yaml'), explained.replace(/^\[\]$/m, entry));
    const { exitCode, stdout } = await runScript(copy, 'release');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('commit spec/released and spec/accepted-changes.yaml');
    await expect(read('released/v3.json')).resolves.toBe('{\n  "openapi": "3.1.0",\n  "of": "v3"\n}\n');
    await expect(read('released/v2.json')).resolves.toContain('"of": "v2"');
    await expect(read('accepted-changes.yaml')).resolves.toBe(explained);
  });

  it('adds the changes to the history before the earlier ones, with the date and the reasons', async () => {
    for (const version of ['v3', 'v2']) await writeFile(join(copy.folder, `dist/${version}.json`), '{}');
    const explained = await read('accepted-changes.yaml');
    const entry = renderAcceptance('v3', removed);
    await writeFile(join(copy.folder, 'accepted-changes.yaml'), explained.replace(/^\[\]$/m, entry));
    await writeChanges({ v3: [removed], v2: [] });
    await mkdir(join(copy.folder, 'released'), { recursive: true });
    await writeFile(join(copy.folder, 'released/history.json'), '[{"version":"v2"}]');
    expect((await runScript(copy, 'release')).exitCode).toBe(0);
    expect(JSON.parse(await read('released/history.json'))).toEqual([
      {
        version: 'v3',
        released: '3.0.0',
        current: '3.0.0',
        changes: [{ ...removed, acceptedFor: 'why partners are not affected' }],
        releasedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      { version: 'v2' },
    ]);
  });
});

async function writeChanges(changes: Record<Version, Change[]>): Promise<void> {
  for (const [version, list] of Object.entries(changes)) {
    const current = `${version.slice(1)}.0.0`;
    const comparison = { version, released: current, current, changes: list };
    await writeFile(join(copy.folder, `dist/${version}.changes.json`), JSON.stringify(comparison));
  }
}
