import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConformanceReport, checkConformance, renderReport } from '../src/index.js';
import { startPatientServer } from './planted/patient-server.js';

const folder = new URL('documents/', import.meta.url);
const files = await readdir(folder);

let server: Awaited<ReturnType<typeof startPatientServer>>;

beforeAll(async () => {
  server = await startPatientServer();
});

afterAll(() => server.stop());

function check(file: string, options = {}): Promise<ConformanceReport> {
  return checkConformance({
    document: fileURLToPath(new URL(file, folder)),
    baseUrl: server.url,
    token: 'a token',
    seed: 3,
    requestsPerOperation: 12,
    ...options,
  });
}

/** What each document has to offer; `untested` are the operations for which no request can be made. */
const expected: Record<string, { operations: number; untested?: string[]; notes?: RegExp[] }> = {
  'callbacks.yaml': { operations: 2 },
  'media.yaml': { operations: 11, untested: ['postXmlWithoutExample'] },
  'odd.yaml': {
    operations: 10,
    notes: [/components\/responses\/Missing is not there/, /elsewhere.yaml leads out/],
  },
  'older.yaml': { operations: 1 },
  'parameters.yaml': { operations: 2, notes: [/components\/parameters\/Nowhere is not there/] },
  'recursive.yaml': {
    operations: 5,
    untested: ['postEndless'],
    notes: [/NotThere is not there/, /other.yaml#\/Thing leads out of the document; bundle it first/],
  },
  'schemas.yaml': { operations: 1, notes: [/required: true/, /\(\?i\)/, /"file"/] },
  'security.yaml': { operations: 8 },
  'webhooks-only.yaml': { operations: 0, notes: [/no operation to test/] },
};

describe('documents as others write them', () => {
  it('are all in the table', () => {
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.keys(expected))('%s is read and tried, as far as it goes', async (file) => {
    const { operations = 0, untested = [], notes = [] } = expected[file] ?? {};
    const report = await check(file);
    expect(report.operations).toHaveLength(operations);
    const idle = report.operations.filter(({ requests }) => requests === 0);
    expect(idle.map(({ id }) => id)).toEqual(untested);
    for (const { untested: why } of idle) expect(why).toMatch(/^no (body|value) was found/);
    for (const note of notes) expect(report.notes.join('\n')).toMatch(note);
    expect(renderReport(report)).toContain(`${report.operations.length} operations`);
  });

  it('are tried where their server is said to be, unless the address has a path', async () => {
    await check('parameters.yaml', { only: ['*/undeclared/*'] });
    expect(server.requests.at(-1)?.url).toMatch(/^\/api\/v7\/undeclared\//);
    await check('parameters.yaml', { only: ['*/points/*'] });
    expect(server.requests.at(-1)?.url).toMatch(/^\/relative\/missing\/points\//);
    await check('parameters.yaml', { only: ['*/undeclared/*'], baseUrl: `${server.url}/elsewhere/` });
    expect(server.requests.at(-1)?.url).toMatch(/^\/elsewhere\/undeclared\//);
  });
});
