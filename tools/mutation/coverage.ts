import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './protocol.js';

/** Which functions the tests of a file call; measured once and kept. */
export interface FileCoverage {
  readonly file: string;
  readonly tests: Outcome['tests'];
  readonly outside: readonly string[];
  readonly milliseconds: number;
  /** Changes when the test file or a file beside it that it imports changes. */
  readonly test: string;
  /** Changes when the test file, a file beside it that it imports, or a source that it calls changes. */
  readonly digest: string;
}

export interface Coverage {
  readonly files: readonly FileCoverage[];
}

/** A file as it is kept: the name of each function once, and its place instead of it. */
interface Kept extends Omit<FileCoverage, 'tests'> {
  readonly functions: readonly string[];
  readonly tests: readonly {
    readonly name: string;
    readonly milliseconds: number;
    readonly calls: readonly number[];
  }[];
}

export async function readCoverage(folder: string): Promise<Coverage> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.test.ts.json'))
      .map((name) => readFileCoverage(join(folder, name))),
  );
  return { files };
}

async function readFileCoverage(path: string): Promise<FileCoverage> {
  // We have written the file ourselves.
  const { functions, tests, ...kept } = JSON.parse(await readFile(path, 'utf8')) as Kept;
  const nameOf = (place: number) => functions[place] ?? '';
  return { ...kept, tests: tests.map((test) => ({ ...test, calls: test.calls.map(nameOf) })) };
}

export async function writeFileCoverage(folder: string, { tests, ...coverage }: FileCoverage): Promise<void> {
  const places = new Map<string, number>();
  const placeOf = (name: string) => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const compact = tests.map((test) => ({ ...test, calls: test.calls.map(placeOf) }));
  const kept: Kept = { ...coverage, tests: compact, functions: [...places.keys()] };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${coverage.file.replaceAll('/', '+')}.json`), JSON.stringify(kept));
}

/** Computes the digest of what was measured, from the present texts of the sources and of the test. */
export function digestOf(
  { tests, outside }: Pick<FileCoverage, 'tests' | 'outside'>,
  { test, sources }: { readonly test: string; readonly sources: ReadonlyMap<string, string> },
): string {
  const called = new Set(outside.map(fileOf));
  for (const { calls } of tests) for (const call of calls) called.add(fileOf(call));
  const hash = createHash('sha256').update(test);
  for (const file of [...called].sort()) hash.update(`\n${file} ${sources.get(file)}`);
  return hash.digest('hex').slice(0, 16);
}

function fileOf(call: string): string {
  return call.slice(0, call.indexOf(':'));
}
