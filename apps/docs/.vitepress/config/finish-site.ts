import { copyFile, cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { renderCodeClasses } from './code-classes.js';
import { listMovedScripts } from './finish-page.js';

const generated = fileURLToPath(new URL('../../generated', import.meta.url));

/** Adds the files that VitePress does not create, and a compressed copy of each file that becomes smaller. */
export async function finishSite(outDir: string): Promise<void> {
  await writeFile(join(outDir, 'code.css'), renderCodeClasses());
  for (const [name, code] of listMovedScripts()) await writeFile(join(outDir, name), code);
  const { resolve } = createRequire(import.meta.url);
  await copyFile(resolve('@scalar/api-reference/browser/standalone.js'), join(outDir, 'scalar.js'));
  await cp(join(generated, 'site'), outDir, { recursive: true });
  await compressFiles(outDir);
  // This file is written last: its presence means that the site is complete.
  await writeFile(join(outDir, 'files.json'), JSON.stringify(await listSizes(outDir)));
}

async function listSizes(folder: string): Promise<Record<string, number>> {
  const files = await listFiles(folder);
  const sizes = files.map(async (file) => [relative(folder, file), (await stat(file)).size] as const);
  return Object.fromEntries(await Promise.all(sizes));
}

async function compressFiles(folder: string): Promise<void> {
  const compress = promisify(gzip);
  for (const file of await listFiles(folder)) {
    if (!/\.(html|js|css|json|md|svg|txt|xml)$/.test(file)) continue;
    const bytes = await readFile(file);
    const compressed = await compress(bytes, { level: 9 });
    if (compressed.length < bytes.length * 0.9) await writeFile(`${file}.gz`, compressed);
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
