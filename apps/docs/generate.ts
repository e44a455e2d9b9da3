import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangelogs } from './generator/changelog/read-changelogs.js';
import { listShownReleases } from './generator/changelog/render-changelog.js';
import { renderFeed } from './generator/changelog/render-feed.js';
import { countFacts } from './generator/count-facts.js';
import { decorateDocument } from './generator/decorate-document.js';
import { type ContractVersion, contractVersions, listEntries } from './generator/list-entries.js';
import { renderTexts } from './generator/markdown-pages/render-texts.js';
import { readOperatorPages } from './generator/operator-pages.js';
import { pickShown } from './generator/pick-shown.js';
import { listReferencePages } from './generator/reference/list-reference-pages.js';
import { renderIndex } from './generator/reference/render-index.js';
import { renderPolicyExcerpt } from './generator/render-policy-excerpt.js';
import { renderSamples } from './generator/render-samples.js';
import { renderTables } from './generator/render-tables.js';
import { exampleRequest } from './generator/requests/example-request.js';
import { renderPostman } from './generator/requests/render-postman.js';
import { renderTypeScript } from './generator/samples/render-typescript.js';

/** Generates everything in `generated/` from the contract, and from the pages for operators. */
const folder = new URL('./generated/', import.meta.url);
await rm(folder, { recursive: true, force: true });
for (const pages of ['operations', 'reference/v3', 'reference/v2'])
  await rm(new URL(`../pages/${pages}`, folder), { recursive: true, force: true });

for (const version of Object.values(contractVersions)) {
  await write(`site/reference/${version.name}.json`, JSON.stringify(decorateDocument(version)));
  await write(`site/openapi/${version.name}.json`, JSON.stringify(version.document));
  await write(`reference/${version.name}.md`, renderIndex(version));
  await writeReference(version);
}
await write('site/postman/v3.json', JSON.stringify(renderPostman(contractVersions.v3), null, 1));
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
const changelogs = await readChangelogs();
const releases = Object.values(changelogs).flatMap(listShownReleases);
await write('site/changelog.xml', renderFeed(releases));
await write('facts.json', JSON.stringify(countFacts(releases)));
// These files need everything above.
for (const [path, text] of Object.entries(await renderTexts(operations))) await write(`site/${path}`, text);

/** Each page of the site only includes its text, as the pages for operators do. */
async function writeReference(version: ContractVersion): Promise<void> {
  const pages = listReferencePages(version);
  for (const { link, title, text } of pages) {
    await write(`${link.slice(1)}.md`, text);
    const up = '../'.repeat(link.split('/').length - 1);
    const head = `---\ntitle: ${JSON.stringify(title)}\npageClass: operation-page\n---\n\n`;
    await write(`../pages${link}.md`, `${head}<!--@include: ${up}generated${link}.md-->\n`);
  }
  const listed = pages.map(({ link, title, tag }) => ({ link, title, tag }));
  await write(`reference-pages/${version.name}.json`, JSON.stringify(listed));
  for (const entry of listEntries(version)) {
    const sample = renderTypeScript(entry, exampleRequest(version, entry));
    await write(`client-samples/${version.name}/${entry.operationId}.ts`, `${sample}\n`);
  }
}

async function write(name: string, text: string): Promise<void> {
  const file = fileURLToPath(new URL(name, folder));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
