import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every source file that may talk to the database. */
export function listSources(root: string): string[] {
  return ['packages/core/src', 'packages/database/src', 'apps/api/src', 'apps/local/src', 'apps/worker/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(root, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts'));
}
