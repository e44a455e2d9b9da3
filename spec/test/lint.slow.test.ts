import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { allowForTools } from './allow-for-tools.js';
import { copySpec, type SpecCopy, sourcesOf } from './copy-spec.js';
import { runScript } from './run-script.js';

allowForTools();

let copy: SpecCopy;
beforeEach(async () => {
  copy = await copySpec(...sourcesOf('v2'));
});

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
