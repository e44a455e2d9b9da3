import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A test file that failed in a run and passed when it ran again alone. */
export interface Flake {
  readonly at: string;
  readonly commit: string;
  readonly file: string;
  /** The names of the tests that failed. */
  readonly tests: readonly string[];
}

export const flakesFile = '.turbo/flakes.jsonl';

export function addFlakes(path: string, flakes: readonly Flake[]): void {
  mkdirSync(dirname(path), { recursive: true });
  for (const flake of flakes) appendFileSync(path, `${JSON.stringify(flake)}\n`);
}

export function readFlakes(path: string): Flake[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
