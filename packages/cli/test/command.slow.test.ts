import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { makeProject } from './support/make-project.js';
import { finish, type Run, startCommand } from './support/run-parley.js';

// The compiler is slow on a busy machine.
jest.setTimeout(120_000);

const code = `import { createClient } from '@parley/client';
const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
export const { name } = await parley.GET('/workspace');
`;
const folder = makeProject({ 'src/index.ts': code });

describe('npx parley uses', () => {
  it('writes parley-uses.json, with the name of the package, and says what it found', async () => {
    const { status, stderr } = await parley(['uses']);
    expect([status, stderr]).toEqual([
      0,
      'acme uses 1 operation, 2 response fields; written to parley-uses.json\n',
    ]);
    const file: unknown = JSON.parse(readFileSync(join(folder, 'parley-uses.json'), 'utf8'));
    expect(file).toMatchObject({
      kind: 'parley-uses',
      version: 1,
      consumer: 'acme',
      operations: { 'v3 getWorkspace': [{ file: 'src/index.ts', line: 3, sends: [] }] },
      responseFields: { 'v3 getWorkspace data.name': [{ file: 'src/index.ts', line: 3 }] },
    });
  });

  it('writes the same bytes for the same project, to stdout too', async () => {
    const { stdout } = await parley(['uses', '--out', '-', '--quiet', '--consumer', 'acme']);
    expect(stdout).toBe(readFileSync(join(folder, 'parley-uses.json'), 'utf8'));
  });

  it('follows the references of a tsconfig.json without files', async () => {
    writeFileSync(
      join(folder, 'solution.json'),
      '{ "files": [], "references": [{ "path": "./tsconfig.json" }] }',
    );
    const { stdout } = await parley(['uses', '--project', 'solution.json', '--out', '-']);
    expect(JSON.parse(stdout)).toMatchObject({
      operations: { 'v3 getWorkspace': [{ file: 'src/index.ts' }] },
    });
  });

  it('follows the references beside the files of a tsconfig.json, each once', async () => {
    const write = (name: string, content: object) =>
      writeFileSync(join(folder, name), JSON.stringify({ extends: './tsconfig.json', ...content }));
    write('other.json', { include: ['other'], references: [{ path: './both.json' }] });
    write('both.json', { include: ['src'], references: [{ path: './other.json' }] });
    mkdirSync(join(folder, 'other'));
    writeFileSync(
      join(folder, 'other/index.ts'),
      `import { createClient } from '@parley/client';
await createClient({ baseUrl: 'http://localhost', token: 'token' }).GET('/workspace');
`,
    );
    const { stdout, stderr } = await parley(['uses', '--project', 'both.json', '--out', '-', '--quiet']);
    expect(stderr).toBe('');
    const { operations } = JSON.parse(stdout);
    expect(operations['v3 getWorkspace']).toMatchObject([
      { file: 'other/index.ts' },
      { file: 'src/index.ts' },
    ]);
  });

  it.each([
    [
      ['uses', '--project', 'none.json'],
      'There is no none.json. Name the tsconfig.json of your project with --project.\n',
    ],
    [['uses', '--projct', 'x'], expect.stringContaining('See npx parley uses --help.')],
    [['use'], expect.stringContaining('There is no command use.')],
  ])('exits with 2 and an explanation for %j', async (words, message) => {
    const { status, stderr } = await parley(words);
    expect([status, stderr]).toEqual([2, message]);
  });

  it('exits with 2 if the project does not use the client', async () => {
    const other = makeProject({ 'src/index.ts': 'export const a = 1;' }, { hasClient: false });
    const { status, stderr } = await parley(['uses'], other);
    expect([status, stderr]).toEqual([
      2,
      'The project of tsconfig.json does not import @parley/client. Is the package installed, and is this the right project?\n',
    ]);
  });

  it('explains itself with --help', async () => {
    expect((await parley(['--help'])).stdout).toContain('npx parley uses');
    expect((await parley(['uses', '--help'])).stdout).toContain('--consumer <name>');
  });
});

function parley(words: readonly string[], cwd = folder): Promise<Run> {
  return finish(startCommand(words, { cwd, env: {} }));
}
