import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { OpenApiDocument } from '../src/open-api-document.js';

export interface KeptTypes {
  /** Has one file for each version. */
  readonly folder: URL;
  /** Identifies what renders the types, apart from the document. */
  readonly renderer: string;
}

/**
 * Renders the types of a document, unless they were rendered from the same document before: an edit usually changes one version,
 * and the types of the other one take as long.
 */
export async function keepTypes(
  { document, version }: { readonly document: OpenApiDocument; readonly version: string },
  { folder, renderer }: KeptTypes,
  render: (document: OpenApiDocument, version: string) => string | Promise<string>,
): Promise<string> {
  const key = hash([renderer, document]);
  const file = new URL(`${version}-types.txt`, folder);
  const [knownKey, ...lines] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (knownKey === key) return lines.join('\n');
  const text = await render(document, version);
  await mkdir(folder, { recursive: true });
  // Two commands can run at the same time, so the file appears only when it is complete.
  const partial = new URL(`${file.href}.${process.pid}`);
  await writeFile(partial, `${key}\n${text}`);
  await rename(partial, file);
  return text;
}

/** @param home the folder of this package */
export async function hashRenderer(home: URL): Promise<string> {
  return hash(await Promise.all(rendererFiles.map((name) => readFile(new URL(name, home), 'utf8'))));
}

const rendererFiles = [
  'generator/render-types.ts',
  'generator/name-schemas.ts',
  'generator/drop-impossible-errors.ts',
  '../../package-lock.json',
];

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
