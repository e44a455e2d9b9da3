import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { apiVersions } from '@parley/testkit';
import { everyOperation } from '../support/every-operation.js';

/** The tests of this folder say what holds for all operations; each one has tests of its own as well. */
it.each(apiVersions)('every operation of %s is called by a test of its own', (version) => {
  const folder = new URL(`../${version}/`, import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const untested = everyOperation
    .filter((operation) => operation.version === version && !texts.includes(`'${operation.operationId}'`))
    .map(({ operationId }) => `Add tests of ${operationId} to apps/api/test/operations/${version}.`);
  expect(untested).toEqual([]);
});
