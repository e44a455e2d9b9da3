import { copyFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { build } from 'esbuild';
import { fail, succeedWith } from './support/behaviours.js';
import { describeTypes } from './support/describe-types.js';
import { type FailingServer, startFailingServer } from './support/failing-server.js';
import { openEditor } from './support/open-editor.js';
import { folder, packClient } from './support/pack-client.js';
import { publishedFiles } from './support/published-files.js';

const scratch = makeTestFolder('client');
let published: string[] = [];

// Compilers and package managers are slow on a busy machine.
jest.setTimeout(120_000);

beforeAll(() => {
  published = packClient(scratch);
});

describe('what is published', () => {
  it('consists of these files, and no others', () => {
    expect(published.sort()).toEqual(publishedFiles);
  });

  it('depends on fast-sha256 and openapi-fetch, and mentions no other package', () => {
    const installed = join(scratch, 'node_modules/@parley/client');
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect([Object.keys(dependencies), peerDependencies]).toEqual([
      ['fast-sha256', 'openapi-fetch'],
      undefined,
    ]);
    const imported = published
      .filter((path) => /\.(js|cjs|ts|cts)$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(installed, path), 'utf8');
        return [...text.matchAll(/(?:\bfrom |\bimport\(|\brequire\()["']([^."'][^"']*)["']/g)].map(
          ([, name]) => name,
        );
      });
    expect([...new Set(imported)].sort()).toEqual(['fast-sha256', 'openapi-fetch']);
  });

  it('has declarations that refer neither to openapi-fetch nor to openapi-typescript, so that both can be replaced', () => {
    const installed = join(scratch, 'node_modules/@parley/client');
    const declarations = published.filter((path) => /\.d\.c?ts$/.test(path));
    expect(declarations.length).toBeGreaterThan(20);
    const leaks = declarations.filter((path) => /openapi-/.test(readFileSync(join(installed, path), 'utf8')));
    expect(leaks).toEqual([]);
  });

  it('has a source map for each module, with the sources in it', () => {
    const modules = published.filter((path) => /\.c?js$/.test(path));
    for (const path of modules) {
      const installed = join(scratch, 'node_modules/@parley/client', path);
      expect(readFileSync(installed, 'utf8')).toContain(`//# sourceMappingURL=${basename(path)}.map`);
      const { sources, sourcesContent } = JSON.parse(readFileSync(`${installed}.map`, 'utf8'));
      expect(sourcesContent).toHaveLength(sources.length);
      expect(sources).toEqual(sources.map(() => expect.stringMatching(/^\.\.\/src\//)));
    }
    expect(modules).toHaveLength(15);
  });

  it('contains the licence of the repository', () => {
    const [own, root] = ['LICENSE', '../../LICENSE'].map((path) => readFileSync(join(folder, path), 'utf8'));
    expect(own).toBe(root);
  });
});

describe('installed from the tarball', () => {
  let server: FailingServer;
  beforeAll(async () => {
    server = await startFailingServer();
  });
  afterAll(() => server.stop());

  it.each(['esm.mjs', 'cjs.cjs'])('works in a program like %s', async (file) => {
    server.plan(
      succeedWith({ data: [{ id: 'l1' }], pagination: { page: 0, limit: 100, total: 1 } }),
      fail(403, 'forbidden'),
    );
    expect(JSON.parse(await run(file))).toEqual({
      found: [{ id: 'l1' }],
      failure: 'GET /workspace failed with 403 forbidden: About forbidden (request req_1)',
      isOneClass: true,
      refused: 'missing_header',
    });
  });

  async function run(file: string): Promise<string> {
    copyFileSync(join(folder, 'test/scratch', file), join(scratch, file));
    const { execFile } = await import('node:child_process');
    const env = { ...process.env, URL: server.url, NODE_OPTIONS: '' };
    return new Promise((done, failed) => {
      execFile(process.execPath, [join(scratch, file)], { env }, (error, stdout, stderr) =>
        error ? failed(new Error(stderr)) : done(stdout),
      );
    });
  }
});

// Partners compile with TypeScript 5, which takes several times as long: `package.long.test.ts`.
describeTypes(scratch, 'typescript-7');

describe('an editor with the packed client', () => {
  it('shows what the contract says about a call by method and path, and the name of the schema of its result', () => {
    const editor = openEditor(
      join(scratch, 'editor-sample.mts'),
      `import { createClient } from '@parley/client';
const parley = createClient({ token: '', baseUrl: 'http://127.0.0.1' });
const chat = await parley.GET('/chats/{chatId}', { params: { path: { chatId: '' } } });
const label = await parley.POST('/labels', { body: { name: 'VIP' } });
const deleted = await parley.DELETE('/labels/{labelId}', { params: { path: { labelId: label.id } } });
const wrong = await parley.POST('/labels', { body: { nam: 'VIP' } });`,
    );
    expect(editor.show('GET(').text).toMatch(/^Get a chat\.\n\nReturns a chat /);
    expect(editor.show('POST(').text).toMatch(/^Create a label\.\n\n/);
    expect(editor.show('DELETE(').text).toMatch(/^Delete a label\.\n\n/);
    expect(editor.show('chat =').type).toBe('const chat: Chat');
    expect(editor.show('label =').type).toBe('const label: Label');
    expect(editor.show('wrong =').type).toBe('const wrong: Label');
    expect(editor.listErrors().map(({ at }) => at)).toEqual(['nam']);
  });
});

describe('in a browser bundle', () => {
  it('is less than 15,000 bytes, minified and compressed, with both versions, the webhooks and both dependencies', async () => {
    const size = await sizeOf(`
      export * from '@parley/client';
      export { createClient as createV2Client } from '@parley/client/v2';
      export * from '@parley/client/webhooks';`);
    expect(size).toBeLessThan(15_000);
  });

  it('is at most 10,000 bytes with the client and all that belongs to it', async () => {
    expect(await sizeOf("export * from '@parley/client';")).toBeLessThanOrEqual(10_000);
  });

  it('contains only the resources that are used', async () => {
    const client = await sizeOf("export { createClient } from '@parley/client';");
    const labels = await sizeOf(`
      export { createClient } from '@parley/client';
      export { labelsOf } from '@parley/client/resources';`);
    const all = await sizeOf(`
      export { createClient } from '@parley/client';
      export { withResources } from '@parley/client/resources';`);
    expect(labels - client).toBeLessThan(500);
    expect(all).toBeLessThanOrEqual(11_000);
  });

  it('contains only the fixtures that are used', async () => {
    expect(await sizeOf("export { label } from '@parley/client/fixtures';")).toBeLessThan(500);
  });

  async function sizeOf(contents: string): Promise<number> {
    const { outputFiles, warnings } = await build({
      stdin: { contents, resolveDir: scratch },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
    return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  }
});
