import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { CommandError } from '../command-error.js';
import { listUses } from './list-uses.js';
import { sections, type UsesFile } from './uses-file.js';

export const help = `Writes which operations, fields, events and values of the API a TypeScript project uses.

  npx parley uses
  npx parley uses --project apps/shop/tsconfig.json --consumer acme --out acme.json

Commit the file, or send it to the team of the service. A change to the API that would break your project then names
you before it is released. The file contains names of the API, and the files and lines of your project that use them;
it contains none of your code and no values besides those of the API's enumerations.

  --project <file>   tsconfig.json of the project (./tsconfig.json)
  --consumer <name>  name of your project or company (the name in package.json)
  --out <file>       file to write, or - for stdout (parley-uses.json)
  --quiet            prints no progress
  --help             prints this text
`;

/** `parley uses`. Returns the exit code. */
export async function runUses(words: readonly string[]): Promise<number> {
  const values = parse(words);
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (typeof ts.createProgram !== 'function')
    throw new CommandError(
      'This command needs the compiler API of TypeScript 5 or 6: npm install -D typescript@5',
    );
  const config = values.project ?? 'tsconfig.json';
  const consumer = values.consumer ?? (await readPackageName(dirname(resolve(config))));
  const uses = listUses({ config, consumer, ...(!values.quiet && { onFile: printProgress }) });
  const text = `${JSON.stringify(uses, null, 2)}\n`;
  const out = values.out ?? 'parley-uses.json';
  if (out === '-') process.stdout.write(text);
  else await writeFile(out, text);
  if (!values.quiet) process.stderr.write(summarise(uses, out));
  return 0;
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        project: { type: 'string', short: 'p' },
        consumer: { type: 'string' },
        out: { type: 'string', short: 'o' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\nSee npx parley uses --help.`);
  }
}

async function readPackageName(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name }: { name?: unknown } = JSON.parse(text);
  if (typeof name === 'string' && name !== '') return name;
  throw new CommandError(
    'Name your project with --consumer: there is no package.json with a name beside tsconfig.json.',
  );
}

/** A large project takes seconds, so it says how far it is. */
function printProgress(read: number, total: number): void {
  if (read % 100 === 0) process.stderr.write(`${read} of ${total} files\n`);
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
