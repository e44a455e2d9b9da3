import { readFile } from 'node:fs/promises';
import { Script } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { nodeRange } from './support/node-range.js';
import { repository } from './support/small-repository.js';

const read = (path: string) => readFile(new URL(path, repository), 'utf8');

describe('the version of Node', () => {
  it('is checked by a file that an old Node can read, and that loads the others after the check', async () => {
    const source = await read('apps/local/run.cjs');
    const code = source.replaceAll(/^\s*\/\/.*$/gm, '');
    // A script has no import statement and no await outside of a function.
    expect(() => new Script(code)).not.toThrow();
    // Syntax that is newer than ECMAScript 5, and trailing commas of arguments.
    expect(code).not.toMatch(
      /=>|\b(?:async|await|const|let|class|import|of)\b|\?\.|\?\?|`|\.\.\.|\*\*|,\s*\)/,
    );
    expect(code.match(/require\(/g)).toHaveLength(1);
  });

  it('matches that of Prisma, engines, README, CONTRIBUTING, the quick start and .nvmrc', async () => {
    const { engines } = JSON.parse(await read('package.json'));
    const { packages } = JSON.parse(await read('package-lock.json'));
    expect([engines, packages[''].engines]).toEqual(Array(2).fill(packages['node_modules/prisma'].engines));
    expect(engines.node).toBe('^20.19 || ^22.12 || >=24.0');
    for (const page of ['README.md', 'CONTRIBUTING.md', 'apps/docs/pages/guides/quick-start.md']) {
      expect(await read(page)).toContain(nodeRange);
    }
    const developed = (await read('.nvmrc')).trim();
    expect(Number(developed)).toBeGreaterThanOrEqual(24);
    expect(await read('README.md')).toContain(`\`.nvmrc\` names ${developed}`);
    const matrices = (await read('.github/workflows/nightly.yml')).matchAll(/node: \[(.+)\]/g);
    const tested = [...matrices].flatMap(([, versions = '']) => versions.split(', '));
    expect(tested).toEqual(expect.arrayContaining(['20', '22', developed]));
  });
});
