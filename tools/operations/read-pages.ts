import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Page {
  /** The path below `docs/operations`. */
  readonly path: string;
  readonly text: string;
}

export const operationsFolder = fileURLToPath(new URL('../../docs/operations', import.meta.url));

export function readPages(): Page[] {
  return readdirSync(operationsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(operationsFolder, path), 'utf8') }));
}
