import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { OpenApiDocument } from '../src/open-api-document.js';

/** What renders the types, apart from the document. */
const rendererFiles = [
  'render-types.ts',
  'name-schemas.ts',
  'drop-impossible-errors.ts',
  '../../../package-lock.json',
];

/**
 * Renders the types of a document, unless they were rendered from the same document before: an edit usually changes one version,
 * and the types of the other one take as long. What was rendered is kept in `folder`, one file for each version.
 */
export async function keepTypes(
  { document, version }: { readonly document: OpenApiDocument; readonly version: string },
  folder: URL,
  render: (document: OpenApiDocument, version: string) => string | Promise<string>,
): Promise<string> {
  const key = await hashRenderer(document);
  const file = new URL(`${version}-types.txt`, folder);
  const [knownKey, ...lines] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (knownKey === key) return lines.join('\n');
  const text = await render(document, version);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${key}\n${text}`);
  return text;
}

async function hashRenderer(document: OpenApiDocument): Promise<string> {
  const texts = await Promise.all(
    rendererFiles.map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  );
  return createHash('sha256')
    .update(JSON.stringify([document, ...texts]))
    .digest('hex');
}
