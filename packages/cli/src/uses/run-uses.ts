import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { CommandError } from '../command-error.js';
import type { Surroundings } from '../frame/command.js';
import { listUses } from './list-uses.js';
import { sections, type UsesFile } from './uses-file.js';

export interface UsesOptions {
  readonly project?: string | undefined;
  readonly consumer?: string | undefined;
  readonly out?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** `parley uses`. Returns the exit code. */
export async function runUses(
  values: UsesOptions,
  { cwd, streams: { stdout, stderr } }: Pick<Surroundings, 'cwd' | 'streams'>,
): Promise<number> {
  if (typeof ts.createProgram !== 'function')
    throw new CommandError(
      'This command needs the compiler API of TypeScript 5 or 6: npm install -D typescript@5',
    );
  const config = values.project ?? 'tsconfig.json';
  const consumer = values.consumer ?? (await readPackageName(dirname(resolve(cwd, config))));
  const onFile = (read: number, total: number) => {
    // A large project takes seconds, so the command says how far it is.
    if (read % 100 === 0) stderr.write(`${read} of ${total} files\n`);
  };
  const uses = listUses({ cwd, config, consumer, ...(!values.quiet && { onFile }) });
  const text = `${JSON.stringify(uses, null, 2)}\n`;
  const out = values.out ?? 'parley-uses.json';
  if (out === '-') stdout.write(text);
  else await writeFile(resolve(cwd, out), text);
  if (!values.quiet) stderr.write(summarise(uses, out));
  return 0;
}

async function readPackageName(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name }: { name?: unknown } = JSON.parse(text);
  if (typeof name === 'string' && name !== '') return name;
  throw new CommandError(
    'Name your project with --consumer: there is no package.json with a name beside tsconfig.json.',
  );
}

function summarise(uses: UsesFile, out: string): string {
  const counts = sections
    .map((section) => [section, Object.keys(uses[section]).length] as const)
    .filter(([, count]) => count > 0)
    .map(([section, count]) => `${count} ${nounOf(section, count)}`);
  const found = counts.length > 0 ? counts.join(', ') : 'nothing of the API';
  return `${uses.consumer} uses ${found}${out === '-' ? '' : `; written to ${out}`}\n`;
}

/** `responseFields` is "response fields", or "response field" for one. */
function nounOf(section: string, count: number): string {
  const plural = section.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return count === 1 ? plural.replace(/s$/, '') : plural;
}
