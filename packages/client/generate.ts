import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { buildFixtures } from './generator/build-fixtures.js';
import { buildOpenLists } from './generator/build-open-lists.js';
import { renderCalls } from './generator/render-calls.js';
import { renderFixtures } from './generator/render-fixtures.js';
import { renderOpenLists } from './generator/render-open-lists.js';
import { renderRelease } from './generator/render-release.js';
import { renderResources } from './generator/render-resources.js';
import { renderVersion } from './generator/render-version.js';

/** Generates `src/generated`: the properties of operations that the client needs at run time, and the release of the package. */
const folder = new URL('./src/generated/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('v3.ts', folder), renderVersion(v3, v3Document));
await writeFile(new URL('v2.ts', folder), renderVersion(v2, v2Document));
await writeFile(new URL('open-lists.ts', folder), renderOpenLists(buildOpenLists(v3, v3Document)));
const documented = new URL('./src/documented/generated/', import.meta.url);
await mkdir(documented, { recursive: true });
await writeFile(new URL('calls.ts', documented), renderCalls(v3, v3Document));
const resources = new URL('./src/resources/generated/', import.meta.url);
await mkdir(resources, { recursive: true });
await writeFile(new URL('resources.ts', resources), renderResources(v3, v3Document));
await writeFile(new URL('fixtures.ts', folder), renderFixtures(buildFixtures(v3, v3Document, v2Document)));
const { version }: { version: string } = JSON.parse(
  await readFile(new URL('./package.json', import.meta.url), 'utf8'),
);
await writeFile(new URL('release.ts', folder), renderRelease(version));
