import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { listSpecifiers } from '../read-imports.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

// Only a declaration of a foreign module has an import inside a block.
test.each(['apps', 'packages', 'prisma', 'spec', 'tools'])(
  'no import that TypeScript reads is lost: %s',
  (folder) => {
    const files = readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?!.*(?:node_modules|dist|bundle|docs\/generated)\/).*(?<!\.d)\.(?:ts|vue|[cm]?js)$/.test(file),
    );
    const lost = files.flatMap((file) => {
      const code = readFileSync(`${root}${folder}/${file}`, 'utf8');
      const read = new Set(listSpecifiers(code));
      const { importedFiles } = ts.preProcessFile(code, true, true);
      return importedFiles
        .filter(({ fileName }) => !read.has(fileName))
        .map(({ fileName }) => `${file} → ${fileName}`);
    });
    expect(files.length).toBeGreaterThan(10);
    expect(lost).toEqual([]);
  },
);
