import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { listSources } from '../list-sources.js';

const root = resolve(import.meta.dirname, '../../..');

/** The files whose texts no test prepares, because they depend on the call, and why. */
const composed: Readonly<Record<string, string>> = {
  'packages/core/src/campaigns/count-audience.ts': 'the condition of an audience',
  'packages/core/src/campaigns/resolve-audience.ts': 'the condition of an audience',
  'packages/core/src/contacts/import/claim-people.ts': 'savepoints, which have no columns',
  'packages/core/src/handover/delete-workspace.ts': 'every table of the catalogue',
  'packages/core/src/handover/import-rows.ts': 'every table and column of the export',
  'packages/core/src/handover/past-events.ts': 'a lock on every partitioned table',
  'packages/core/src/schedules/start-batch.ts': 'the condition of an audience',
  'packages/core/src/search/resolve-lookups.ts': 'the condition of a search',
  'packages/core/src/search/resolve-pairs.ts': 'the index of the searched column',
  'packages/core/src/sql/bulk-statement.ts': 'declared by name, and prepared by the test',
  'packages/core/src/sql/sized-statement.ts':
    'declared by name with the default sizes, and prepared by the test',
};

/** The files that send texts by the driver instead of `Sql`, and why. */
const driven: Readonly<Record<string, string>> = {
  'apps/worker/src/jobs/claiming-pool.ts': 'the queue reads the rows of its own statement',
  'apps/worker/src/jobs/held-jobs.ts': 'it uses the connection of the queue',
  'packages/core/src/contact-exports/read-person.ts': 'a cursor over every table with data of the person',
  'packages/core/src/handover/export-workspace.ts': 'a cursor over every table of the catalogue',
  'packages/core/src/handover/import-workspace.ts': 'the settings of a transaction',
};

/** The package of the database contains the functions themselves, migrations and checks of the server. */
const sources = listSources(root)
  .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }))
  .filter(({ file }) => !file.startsWith('packages/database/'));

test('a text that is composed for each call has a reason', () => {
  const found = sources.filter(({ text }) => /\bcomposedStatement[<(]/.test(text));
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(composed).sort());
});

test('a text that is sent by the driver has a reason', () => {
  const found = sources.filter(({ text }) => /\.query(?:<[^(]*>)?\(/.test(text));
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(driven).sort());
});
