import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';
import { listWebAssembly } from '../../../tools/image/list-files.js';
import { findProgram } from '../launch/find-program.js';

buildPrograms();

/**
 * The start of a process imports its app when the database is open, and the checks of requests with it. The app of the
 * worker is the index of its package, which the bundler names after its folder.
 */
const importedAtStart = /\/(?:start-api|dist|v3-requests)-\w+\.js$/;

/** Node reads and parses all of it: a megabyte takes about 10 ms of CPU. */
const mostMegabytes = { api: 8, worker: 4.4 } as const;

/** The files of the bundle that a start of the process loads. */
function filesAtStart(name: string): { readonly path: string; readonly text: string }[] {
  const found = new Map<string, string>();
  const visit = (file: URL): void => {
    if (found.has(file.pathname)) return;
    const text = readFileSync(file, 'utf8');
    found.set(file.pathname, text);
    const imported = [...text.matchAll(/^(?:import|\} from) "(\.\/[^"]+)";$/gm)].map(([, path = '']) => path);
    const later = [...text.matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, path = '']) => path);
    for (const path of [...imported, ...later.filter((path) => importedAtStart.test(path))]) {
      visit(new URL(path, file));
    }
  };
  const program = findProgram(name);
  if (!program) throw new Error(`${name} is not built.`);
  visit(program);
  return [...found].map(([path, text]) => ({ path, text }));
}

/** esbuild writes the path of each module above its code. */
function packagesIn(files: readonly { readonly text: string }[]): Set<string> {
  const found = files.flatMap(({ text }) =>
    [...text.matchAll(/^ *\/\/ (?:\.\.\/)+node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(
      ([, name = '']) => name,
    ),
  );
  return new Set(found);
}

describe.each(['api', 'worker'] as const)('a start of the %s', (name) => {
  const files = filesAtStart(name);
  const packages = packagesIn(files);

  it('runs from the bundle and loads a few files', () => {
    expect(files[0]?.path).toContain(`/bundle/processes/${name}.js`);
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThan(20);
    expect(packages).toContain('pg');
    const app = name === 'api' ? 'express' : 'graphile-worker';
    expect(packages).toContain(app);
  });

  it(`loads at most ${mostMegabytes[name]} MB`, () => {
    const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
    expect(bytes / 1e6).toBeLessThan(mostMegabytes[name]);
  });

  it('begins literals that add to a copy with an empty spread, because Node 20 is slow otherwise', () => {
    const own = files.filter(({ text }) => text.includes('// ../../packages/core/'));
    const text = own.map((file) => file.text).join('\n');
    expect(text).toContain('{ ...null, ...');
  });

  it('is Latin-1, because V8 keeps the text of a file, and doubles it for one other character', () => {
    expect(files.filter(({ text }) => /[^\0-\xff]/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('loads neither the client of S3 nor the query compiler of Prisma, which is 4 MB', () => {
    expect([...packages].filter((held) => held.startsWith('@aws-sdk/'))).toEqual([]);
    expect(files.filter(({ path }) => path.includes('query_compiler'))).toEqual([]);
  });

  it('loads neither the parsers of mail nor the client of SMTP, which only messages of that channel need', () => {
    expect(
      [...packages].filter((held) => /^(?:nodemailer|postal-mime|html-to-text|htmlparser2)$/.test(held)),
    ).toEqual([]);
  });

  it('loads nothing of the SDK of OpenTelemetry, which only a process with a collector needs', () => {
    const loaded = [...packages].filter((held) => held.startsWith('@opentelemetry/'));
    // The metrics library loads the interface.
    expect(loaded.filter((held) => held !== '@opentelemetry/api')).toEqual([]);
    const text = files.map((file) => file.text).join('\n');
    expect(text).toMatch(/import\("\.\/exporting-tracer-\w+\.js"\)/);
  });
});

it('the query compiler of Prisma is a file of WebAssembly, which V8 does not keep as text, and which the image contains', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const folder = new URL('../bundle/processes/', import.meta.url);
  const chunks = readdirSync(folder).filter((name) => /query_compiler.*\.js$/.test(name));
  const texts = chunks.map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const [named = ''] = texts.flatMap((text) => /"\.\/([^"]+\.wasm)"/.exec(text)?.[1] ?? []);
  expect(listWebAssembly(root)).toContain(`apps/local/bundle/processes/${named}`);
  expect(texts.reduce((sum, text) => sum + text.length, 0)).toBeLessThan(50_000);
});

describe('a start of the api', () => {
  const files = filesAtStart('api');
  const text = files.map((file) => file.text).join('\n');

  it('loads the compiled checks of v3 and no others', () => {
    const names = files.flatMap(({ path }) => /\/(v\d[a-z-]*-requests)-\w+\.js$/.exec(path)?.[1] ?? []);
    expect(names).toEqual(['v3-requests']);
  });

  it('loads of express-openapi-validator only what validates a request, and not what compiles a document', () => {
    expect(text).toContain('express-openapi-validator/dist/middlewares/openapi.request.validator.js');
    expect(text).not.toContain('express-openapi-validator/dist/framework/openapi.schema.validator.js');
    expect(text).not.toContain('express-openapi-validator/dist/framework/openapi.spec.loader.js');
    expect([...packagesIn(files)]).not.toContain('@apidevtools/json-schema-ref-parser');
    expect([...packagesIn(files)]).not.toContain('multer');
  });

  it('does not load the HTTP client, because it calls no provider', () => {
    expect([...packagesIn(files)]).not.toContain('undici');
  });

  it('does not load the queue library, which only migrations need', () => {
    expect([...packagesIn(files)]).not.toContain('graphile-worker');
  });
});

describe('a start of the worker', () => {
  const files = filesAtStart('worker');
  const packages = packagesIn(files);

  it('loads neither the documents of the contract nor the compiler of their schemas, which validate events on demand', () => {
    expect([...packages]).not.toContain('ajv');
    const text = files.map((file) => file.text).join('\n');
    expect(text).not.toContain('contract/dist/documents.js');
    expect(text).toMatch(/import\("\.\/check-event-\w+\.js"\)/);
  });

  it('loads the queue library without its search for configuration files', () => {
    expect([...packages]).not.toContain('import-fresh');
    expect([...packages]).not.toContain('parse-json');
  });
});
