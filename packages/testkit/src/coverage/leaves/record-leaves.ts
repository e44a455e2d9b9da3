import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markLeaves, type Shape } from './shape.js';

const prefix = 'leaves-';

/** Records what a body shows for the first time in this process. Every process of a test run writes its own file. */
export function recordLeaves(folder: string, shapes: readonly Shape[], body: unknown): void {
  const found = shapes.flatMap((shape) => (shape.isComplete ? [] : markLeaves(shape, body)));
  if (found.length === 0) return;
  appendFileSync(join(folder, `${prefix}${process.pid}`), found.map(({ name }) => `${name}\n`).join(''));
}

/** Returns the names of the leaves that all processes of a test run have recorded in the folder. */
export function readLeaves(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder).filter((name) => name.startsWith(prefix));
  return new Set(
    files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)),
  );
}
