import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folder } from './pack-client.js';

const modules = join(folder, '../../node_modules');

/** Tests that programs compile with the packed client, by the compiler in a folder of `node_modules`. */
export function describeTypes(scratch: string, compiler: 'typescript' | 'typescript-7'): void {
  describe(`for ${compiler}`, () => {
    const common = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: 'es2022' };

    it.each([
      [
        'node16, as ES module and as CommonJS',
        ['use.mts', 'use.cts'],
        { module: 'node16', lib: ['es2022'], types: ['node'], skipLibCheck: true },
      ],
      [
        'bundler, for browsers, with every declaration checked',
        ['use.ts'],
        {
          module: 'esnext',
          moduleResolution: 'bundler',
          lib: ['es2022', 'dom', 'dom.asynciterable'],
          types: [],
          skipDefaultLibCheck: true,
        },
      ],
    ])('compiles with moduleResolution %s', (_, files, options) => {
      mkdirSync(join(scratch, 'node_modules/@types'), { recursive: true });
      link('@types/node');
      link('undici-types');
      for (const file of files) copyFileSync(join(folder, 'test/scratch/use.txt'), join(scratch, file));
      const config = { compilerOptions: { ...common, ...options }, files };
      writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config));
      expect(compile()).toBe('');
    });

    function link(name: string): void {
      const target = join(modules, name);
      const path = join(scratch, 'node_modules', name);
      rmSync(path, { force: true });
      symlinkSync(target, path);
    }

    function compile(): string {
      try {
        return execFileSync(process.execPath, [join(modules, compiler, 'bin/tsc'), '-p', scratch], {
          encoding: 'utf8',
        });
      } catch (error) {
        // The compiler writes its errors to standard output.
        return String((error as { stdout: string }).stdout);
      }
    }
  });
}
