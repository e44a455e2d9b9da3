import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './protocol.js';

/** Which functions the tests of a file call; measured once and kept. */
export interface FileCoverage {
  readonly file: string;
  readonly tests: Outcome['tests'];
  readonly outside: readonly string[];
  readonly milliseconds: number;
}

export interface Coverage {
  readonly files: readonly FileCoverage[];
  /** The hash of each source when it was measured. */
  readonly sources: Readonly<Record<string, string>>;
}

export async function readCoverage(folder: string): Promise<Coverage> {
  if (!existsSync(join(folder, 'sources.json'))) return { files: [], sources: {} };
  const names = await readdir(folder);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.test.ts.json'))
      .map((name) => readJson<FileCoverage>(join(folder, name))),
  );
  return { files, sources: await readJson(join(folder, 'sources.json')) };
}

export async function writeFileCoverage(folder: string, coverage: FileCoverage): Promise<void> {
  await writeFile(join(folder, `${coverage.file.replaceAll('/', '+')}.json`), JSON.stringify(coverage));
}

export async function writeMeasuredSources(folder: string, sources: Coverage['sources']): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'sources.json'), JSON.stringify(sources));
}

async function readJson<Content>(path: string): Promise<Content> {
  // We have written the file ourselves.
  return JSON.parse(await readFile(path, 'utf8')) as Content;
}
