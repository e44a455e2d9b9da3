import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { specFolder } from '../scripts/redocly.js';
import { versions } from '../scripts/versions.js';

describe('the inputs of', () => {
  const { tasks }: { tasks: Record<string, { inputs: string[]; passThroughEnv?: string[] }> } = JSON.parse(
    readFileSync(join(specFolder, 'turbo.json'), 'utf8'),
  );

  it.each(['lint', 'bundle'])('%s name each of its scripts, and no other', (step) => {
    const imported = listImports(`scripts/${step}.ts`);
    const scripts = imported.filter((file) => file.startsWith('scripts/')).sort();
    for (const version of versions) {
      const named = tasks[`${step}:${version}`]?.inputs.filter((input) => input.startsWith('scripts/'));
      expect(named?.sort()).toEqual(scripts);
    }
  });

  it('the gate name the variables that it reads, which turbo would hide otherwise', () => {
    const read = listImports('scripts/gate.ts').map((file) => readFileSync(join(specFolder, file), 'utf8'));
    const names = read.flatMap((text) => [...text.matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name));
    expect(names.sort()).toEqual(['CONTRACT_BASE', 'CONTRACT_CONSUMERS', 'GITHUB_ACTIONS', 'INIT_CWD']);
    expect(tasks.contract?.passThroughEnv).toEqual(names);
  });

  it('bundle name each file of the rules that decorators use, and no other', () => {
    const decorators = readdirSync(join(specFolder, 'decorators')).map((name) => `decorators/${name}`);
    const used = [...new Set(decorators.flatMap((file) => listImports(file)))];
    const readers = used.filter((file) => file.startsWith('rules/')).sort();
    expect(readers).toContain('rules/read-json.ts');
    for (const version of versions) {
      const named = tasks[`bundle:${version}`]?.inputs.filter((input) => input.startsWith('rules/'));
      expect(named?.sort()).toEqual(readers);
    }
  });
});

/** Lists a file and everything that it imports from the folders of spec; type-only imports are not inputs. */
function listImports(file: string, found: string[] = []): string[] {
  if (found.includes(file)) return found;
  found.push(file);
  const text = readFileSync(join(specFolder, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/^import (?!type )[^;]*? from '(\.{1,2}\/.+\.m?js)'/gm))
    listImports(join(dirname(file), name.replace(/\.js$/, '.ts')), found);
  return found;
}
