import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject } from '../../rules/read-json.js';
import { specFolder } from '../redocly.js';

/** Reads what an earlier run has kept; nothing if it cannot be read. */
export function readKept(name: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(fileOf(name), 'utf8'));
    return isObject(content) ? content : {};
  } catch {
    return {};
  }
}

export async function writeKept(name: string, content: object): Promise<void> {
  await mkdir(dirname(fileOf(name)), { recursive: true });
  // Two commands, or two parts of one, can write at the same time, so the file appears only when it is complete.
  written += 1;
  const partial = `${fileOf(name)}.${process.pid}.${written}`;
  await writeFile(partial, JSON.stringify(content));
  await rename(partial, fileOf(name));
}

let written = 0;

function fileOf(name: string): string {
  return join(specFolder, '.turbo', `${name}.json`);
}
