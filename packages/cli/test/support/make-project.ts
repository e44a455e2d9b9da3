import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestFolder } from '@parley/testkit/make-test-folder';

const client = fileURLToPath(new URL('../../../client', import.meta.url));

/** Writes a TypeScript project with the client installed, and returns its folder. */
export function makeProject(files: Readonly<Record<string, string>>, { hasClient = true } = {}): string {
  const folder = makeTestFolder('uses');
  const all = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2022', 'dom'],
        module: 'nodenext',
        types: [],
        strict: true,
      },
      include: ['src'],
    }),
    'package.json': JSON.stringify({ name: 'acme', type: 'module' }),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  if (hasClient) {
    mkdirSync(join(folder, 'node_modules/@parley'), { recursive: true });
    symlinkSync(client, join(folder, 'node_modules/@parley/client'));
  }
  return folder;
}
