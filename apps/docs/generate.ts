import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countFacts } from './generator/count-facts.js';
import { decorateDocument } from './generator/decorate-document.js';
import { contractVersions, listEntries } from './generator/list-entries.js';
import { readOperatorPages } from './generator/operator-pages.js';
import { pickShown } from './generator/pick-shown.js';
import { renderPolicyExcerpt } from './generator/render-policy-excerpt.js';
import { renderSamples } from './generator/render-samples.js';
import { renderTables } from './generator/render-tables.js';

/** Generates everything in `generated/` from the contract, and from the pages for operators. */
const folder = new URL('./generated/', import.meta.url);
await rm(folder, { recursive: true, force: true });
await rm(new URL('../pages/operations', folder), { recursive: true, force: true });

for (const version of Object.values(contractVersions)) {
  await write(`reference/${version.name}.json`, JSON.stringify(decorateDocument(version)));
}
for (const [name, text] of Object.entries(await renderTables())) await write(`tables/${name}.md`, text);
for (const [name, text] of Object.entries(renderSamples())) await write(`samples/${name}.json`, text);
await write('samples/policy.yaml', await renderPolicyExcerpt());

const operatorPages = await readOperatorPages();
for (const { path, text } of operatorPages) {
  await write(`operator-pages/${path}`, text);
  const up = '../'.repeat(path.split('/').length + 1);
  await write(`../pages/operations/${path}`, `<!--@include: ${up}generated/operator-pages/${path}-->\n`);
}
await write('operator-pages.json', JSON.stringify(operatorPages.map(({ path, title }) => ({ path, title }))));

const { v3, v2 } = contractVersions;
const operations = [...listEntries(v3), ...listEntries(v2)];
// The data of each operation for the search and the links in pages.
await write('operations.json', JSON.stringify(operations.map(pickShown)));
await write('facts.json', JSON.stringify(countFacts()));

async function write(name: string, text: string): Promise<void> {
  const file = fileURLToPath(new URL(name, folder));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
