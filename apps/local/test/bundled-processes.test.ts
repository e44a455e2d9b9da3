import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';
import { findProgram } from '../launch/find-program.js';

buildPrograms();

/** The start of a process imports its app when the database is open, and the checks of requests with it. */
const importedAtStart = /\/(?:start-api|create-worker|v3-requests)-\w+\.js$/;

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

describe.each(['api', 'worker'])('a start of the %s', (name) => {
  const files = filesAtStart(name);
  const packages = packagesIn(files);

  it('runs from the bundle and loads a few files', () => {
    expect(files[0]?.path).toContain(`/bundle/processes/${name}.js`);
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThan(15);
    expect(packages).toContain('pg');
  });

  it('loads neither the client of S3 nor the query compiler of Prisma, which is 4 MB', () => {
    expect([...packages].filter((held) => held.startsWith('@aws-sdk/'))).toEqual([]);
    expect(files.filter(({ path }) => path.includes('query_compiler'))).toEqual([]);
  });

  it('loads nothing of the SDK of OpenTelemetry, which only a process with a collector needs', () => {
    const loaded = [...packages].filter((held) => held.startsWith('@opentelemetry/'));
    // The metrics library loads the interface.
    expect(loaded.filter((held) => held !== '@opentelemetry/api')).toEqual([]);
    const text = files.map((file) => file.text).join('\n');
    expect(text).toMatch(/import\("\.\/exporting-tracer-\w+\.js"\)/);
  });
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

  it('does not load the queue library, which only migrations need', () => {
    expect([...packagesIn(files)]).not.toContain('graphile-worker');
  });
});
