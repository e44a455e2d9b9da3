import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPrismaFolder } from '../../src/prisma-folder.js';

/** Returns `prisma/schema.prisma` in the form that the schema engine accepts. */
export async function readSchema(): Promise<{ files: { path: string; content: string }[] }> {
  const path = join(findPrismaFolder(), 'schema.prisma');
  return { files: [{ path, content: await readFile(path, 'utf8') }] };
}
