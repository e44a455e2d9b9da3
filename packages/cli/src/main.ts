#!/usr/bin/env node
import { CommandError } from './command-error.js';

const help = `The command line of Parley.

  npx parley uses    writes what a TypeScript project uses of the API

npx parley <command> --help explains a command.
`;

/** Each command is loaded when it is called, with the packages that only it needs. */
const commands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  uses: async (words) => {
    const { runUses } = await import('./uses/run-uses.js').catch(explainMissingCompiler);
    return runUses(words);
  },
};

const [name = 'help', ...words] = process.argv.slice(2);
try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(words);
  if (!['help', '--help', '-h'].includes(name))
    throw new CommandError(`There is no command ${name}.\n\n${help}`);
  process.stdout.write(help);
  return 0;
}

function explainMissingCompiler(error: unknown): never {
  if (error instanceof Error && /'typescript'/.test(error.message))
    throw new CommandError('This command needs TypeScript in your project: npm install -D typescript@5');
  throw error;
}
