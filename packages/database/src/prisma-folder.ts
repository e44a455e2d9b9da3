import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Finds the repository's `prisma/` folder, found from the sources as well as from the built package. */
export function findPrismaFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'prisma', 'schema.prisma'))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new Error(
        'No prisma/schema.prisma above @parley/database; the package must stay in its repository.',
      );
    }
    folder = parent;
  }
  return join(folder, 'prisma');
}
