import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { type ConformanceReport, checkConformance, renderReport } from '../src/index.js';
import { startReadingServer } from './planted/reading-server.js';

const folder = new URL('documents/', import.meta.url);
const files = await readdir(folder);

const server = useResource(startReadingServer, ({ stop }) => stop());

function check(file: string, options = {}): Promise<ConformanceReport> {
  return checkConformance({
    // An absolute path stays unchanged.
    document: resolve(fileURLToPath(folder), file),
    baseUrl: server.url,
    token: 'a token',
    seed: 3,
    requestsPerOperation: 6,
    ...options,
  });
}

/** What each document contains; `untested` are the operations for which no request can be generated. */
const expected: Record<string, { operations: number; untested?: string[]; notes?: RegExp[] }> = {
  'callbacks.yaml': { operations: 2 },
  'media.yaml': { operations: 11, untested: ['postXmlWithoutExample'] },
  'odd.yaml': {
    operations: 10,
    notes: [/components\/responses\/Missing does not exist/, /elsewhere.yaml is outside/],
  },
  'older.yaml': { operations: 1 },
  'parameters.yaml': { operations: 2, notes: [/components\/parameters\/Nowhere does not exist/] },
  'recursive.yaml': {
    operations: 5,
    untested: ['postEndless'],
    notes: [/NotThere does not exist/, /other.yaml#\/Thing is outside the document; bundle it first/],
  },
  'schemas.yaml': { operations: 1, notes: [/required: true/, /\(\?i\)/, /"file"/] },
  'security.yaml': { operations: 8 },
  'webhooks-only.yaml': { operations: 0, notes: [/no operation to test/] },
};

describe('documents in other styles', () => {
  it('are all listed in the table', () => {
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.keys(expected))('%s is read and tested as far as possible', async (file) => {
    const { operations = 0, untested = [], notes = [] } = expected[file] ?? {};
    const report = await check(file);
    expect(report.operations).toHaveLength(operations);
    const idle = report.operations.filter(({ requests }) => requests === 0);
    expect(idle.map(({ id }) => id)).toEqual(untested);
    for (const { untested: why } of idle) expect(why).toMatch(/^no (body|value) was found/);
    for (const note of notes) expect(report.notes.join('\n')).toMatch(note);
    expect(renderReport(report)).toContain(`${report.operations.length} operations`);
  });

  it('are tested at the path of their server, unless the base URL has a path', async () => {
    await check('parameters.yaml', { only: ['*/undeclared/*'] });
    expect(server.requests.at(-1)?.url).toMatch(/^\/api\/v7\/undeclared\//);
    await check('parameters.yaml', { only: ['*/points/*'] });
    expect(server.requests.at(-1)?.url).toMatch(/^\/relative\/missing\/points\//);
    await check('parameters.yaml', { only: ['*/undeclared/*'], baseUrl: `${server.url}/elsewhere/` });
    expect(server.requests.at(-1)?.url).toMatch(/^\/elsewhere\/undeclared\//);
  });
});

/** These documents come from the package that generates the types of the contract. `real-service.long.test.ts` has a large one. */
const theirs = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/openapi-core/package.json')),
  'src',
);

describe('documents of other services', () => {
  it.each([
    ['refs/openapi-with-external-refs.yaml', 3, /param-b.yaml is outside the document/],
    ['refs/openapi-with-special-names-in-props.yaml', 1, /^$/],
    ['resolve/openapi.yaml', 1, /External.yaml is outside the document/],
  ])('%s is read and tested as far as possible', async (file, operations, notes) => {
    const report = await check(join(theirs, '__tests__/fixtures', file));
    expect(report.operations).toHaveLength(operations);
    expect(report.operations.filter(({ requests }) => requests === 0)).toEqual([]);
    expect(report.notes.join('\n')).toMatch(notes);
  });
});
